async function isReady(): Promise<boolean> {
  return true
}

export function run(): number {
  if (isReady()) return 1
  return 2
}
