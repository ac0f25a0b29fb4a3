// A short, quiet knock, made by the browser itself.

let context: AudioContext | null = null;

export function knock(): void {
  context ??= new AudioContext();
  const now = context.currentTime;
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(320, now);
  tone.frequency.exponentialRampToValueAtTime(140, now + 0.06);
  volume.gain.setValueAtTime(0.12, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.09);
  tone.connect(volume).connect(context.destination);
  tone.start(now);
  tone.stop(now + 0.1);
}
