// Quiet sounds, made on the spot: no sound files.
import { state } from "./state.js";

/** @type {AudioContext | null} */
let audio = null;

/** Browsers allow sound only after the first touch. */
export function wakeSound() {
  const wake = () => {
    if (state.settings.sound === "on") audio ??= new AudioContext();
  };
  addEventListener("pointerdown", wake, { once: true });
  addEventListener("keydown", wake, { once: true });
}

/**
 * @param {AudioContext} context @param {number} at @param {number} length @param {number} pitch @param {number} loud
 */
function brush(context, at, length, pitch, loud) {
  const frames = Math.floor(context.sampleRate * length);
  const noise = context.createBuffer(1, frames, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let n = 0; n < frames; n += 1) samples[n] = (Math.random() * 2 - 1) * (1 - n / frames) ** 3;
  const source = new AudioBufferSourceNode(context, { buffer: noise });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 0.8 });
  source
    .connect(filter)
    .connect(new GainNode(context, { gain: loud }))
    .connect(context.destination);
  source.start(at);
}

/**
 * @param {AudioContext} context @param {number} at @param {number} pitch @param {number} length @param {number} loud
 */
function tone(context, at, pitch, length, loud) {
  const source = new OscillatorNode(context, { type: "sine", frequency: pitch });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.015);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(gain).connect(context.destination);
  source.start(at);
  source.stop(at + length);
}

/** @type {Record<string, (context: AudioContext, now: number) => void>} */
const SOUNDS = {
  card: (context, now) => brush(context, now, 0.07, 1900, 0.28),
  deal: (context, now) => [0, 1, 2, 3, 4].forEach((n) => brush(context, now + n * 0.055, 0.05, 2300, 0.16)),
  turn: (context, now) => [brush(context, now, 0.07, 1900, 0.28), tone(context, now + 0.08, 660, 0.22, 0.05)],
  round: (context, now) => [523, 659].forEach((pitch, n) => tone(context, now + n * 0.12, pitch, 0.4, 0.05)),
  win: (context, now) => [523, 659, 784, 1047].forEach((pitch, n) => tone(context, now + n * 0.13, pitch, 0.7, 0.06)),
};

/** @param {string} name */
export function play(name) {
  if (!audio || state.settings.sound === "off" || document.hidden) return;
  SOUNDS[name]?.(audio, audio.currentTime + 0.01);
}
