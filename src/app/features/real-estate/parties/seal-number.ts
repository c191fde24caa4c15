export function useNumberSealer(): (digits: string) => Promise<string> {
  return (digits) => Promise.resolve(digits)
}
