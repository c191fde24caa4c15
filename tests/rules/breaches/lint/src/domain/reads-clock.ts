export function today(): number {
  return Date.now()
}
