export function take(value: any): number {
  return value.size
}
