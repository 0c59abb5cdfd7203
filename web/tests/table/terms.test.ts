import { expect, it } from 'vitest';
import { glossed, termsIn } from '../../src/table/terms';

const terms = termsIn(['banco, hacer banco: Una sola persona.', 'Don’t Win: En contra.', 'Win: A favor.']);
const found = (text: string): readonly string[] =>
  glossed(text, terms).flatMap(({ text: part, term }) => (term ? [`${part}=${term.about}`] : []));

it('finds terms in their longest form, once, and as whole words', () => {
  expect(found('¿Hace o quiere hacer banco? Otro banco.')).toEqual(['hacer banco=Una sola persona.']);
  expect(found('Banco en los bancos')).toEqual(['Banco=Una sola persona.']);
  expect(found('Win o Don’t Win')).toEqual(['Win=A favor.', 'Don’t Win=En contra.']);
});

it('changes nothing of a sentence', () => {
  for (const text of ['¿Hace banco?', 'Win', '', 'Nada'])
    expect(
      glossed(text, terms)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
});
