export function later(run: () => void): void {
  setTimeout(run, 1)
}
