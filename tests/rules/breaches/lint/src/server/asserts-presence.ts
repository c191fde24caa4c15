export function first(names: string[]): string {
  return names[0]!
}
