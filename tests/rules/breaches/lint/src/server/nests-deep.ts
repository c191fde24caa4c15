export function find(rows: number[][][], n: number): boolean {
  for (const a of rows) {
    for (const b of a) {
      for (const c of b) {
        if (c === n) return true
      }
    }
  }
  return false
}
