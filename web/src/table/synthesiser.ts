import type { Heard, Sound } from './sounds';

const LOUDEST = 0.11; // −19 dBFS
/** The middle of the band of noise, and how narrow it is. */
const TIMBRE: Readonly<Record<Sound, readonly [frequency: number, q: number]>> = {
  chip: [3400, 6],
  card: [1500, 0.8],
  ball: [2300, 9],
};

let context: AudioContext | null = null;

/** Play sounds: short noise that fades, through a band. A chip is two clicks. */
export function play(heard: readonly Heard[]): void {
  context ??= new AudioContext();
  void context.resume();
  for (const { sound, at, ms } of heard) {
    noise(context, sound, at, sound === 'chip' ? ms / 3 : ms);
    if (sound === 'chip') noise(context, sound, at + ms / 2, ms / 3);
  }
}

function noise(audio: AudioContext, sound: Sound, at: number, ms: number): void {
  const samples = Math.max(1, Math.round((audio.sampleRate * ms) / 1000));
  const buffer = audio.createBuffer(1, samples, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let nth = 0; nth < samples; nth += 1)
    data[nth] = (Math.random() * 2 - 1) * (1 - nth / samples) ** 2 * LOUDEST;
  const source = audio.createBufferSource();
  const band = audio.createBiquadFilter();
  band.type = 'bandpass';
  [band.frequency.value, band.Q.value] = TIMBRE[sound];
  source.buffer = buffer;
  source.connect(band).connect(audio.destination);
  source.start(audio.currentTime + at / 1000);
}
