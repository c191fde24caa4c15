/**
 * The first signal drains; a second one means "now". One Ctrl+C arrives several times (from the
 * terminal, from npm, from bootstrap.js), so signals within a second of the first don't count as
 * the second.
 */
export function stopRequested(): Promise<void> {
  return new Promise((done) => {
    let askedAt: number | undefined
    const ask = () => {
      if (askedAt !== undefined && Date.now() - askedAt > 1000) process.exit(1)
      askedAt ??= Date.now()
      done()
    }
    process.on('SIGTERM', ask)
    process.on('SIGINT', ask)
  })
}
