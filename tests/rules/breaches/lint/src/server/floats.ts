async function write(): Promise<number> {
  return 1
}

export function run(): void {
  write()
}
