import { describe, expect, it } from 'vitest';
import { correctionOf, formatBits, qrCode } from '../src/pieces/qr';

describe('a QR code', () => {
  it('corrects as the standard’s example does', () => {
    // ISO/IEC 18004, annex I: version 1-M, «01234567».
    const data = [
      0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11,
    ];
    const correction = [0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55];
    expect(correctionOf(data, 10)).toEqual(correction);
  });

  it('has the format words of correction L', () => {
    expect(formatBits(0).toString(2)).toBe('111011111000100');
    expect(formatBits(4).toString(2)).toBe('110011000101111');
    expect(formatBits(7).toString(2)).toBe('110100101110110');
  });

  it('has its three corners, its timing and the size of its version', () => {
    const code = qrCode('http://127.0.0.1:8000/t/0123456789abcdef');
    expect(code).toHaveLength(29);
    const corner = (top: number, left: number) =>
      code
        ?.slice(top, top + 7)
        .map((row) =>
          row
            .slice(left, left + 7)
            .map(Number)
            .join(''),
        )
        .join(' ');
    const CORNER = '1111111 1000001 1011101 1011101 1011101 1000001 1111111';
    expect([corner(0, 0), corner(0, 22), corner(22, 0)]).toEqual([CORNER, CORNER, CORNER]);
    expect(code?.[6]?.slice(8, 21).map(Number).join('')).toBe('1010101010101');
  });

  it('is none for a text that is too long', () => {
    expect(qrCode('x'.repeat(134))).not.toBeNull();
    expect(qrCode('x'.repeat(135))).toBeNull();
  });
});
