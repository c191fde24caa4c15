export function dice(): number {
  return Math.random()
}
