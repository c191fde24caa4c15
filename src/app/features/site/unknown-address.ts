let servedPath: string | null = null

/** The document is the server's own page at this path, drawn before any script: what it says of the address stays. */
export function keepServedPage(path: string): void {
  servedPath = path
}

/** Also true where pages are made for the server: they are what it sends. */
export function isServedPage(path: string): boolean {
  return typeof window === 'undefined' || path === servedPath
}
