const patienceMs = 3000

/** Pieces of the typeface come as letters need them, and hidden text needs none: without this a print has gaps, or another typeface. */
export async function untilLetters(text: string): Promise<void> {
  const letters = [...new Set(text)].join('')
  const { fontFamily } = getComputedStyle(document.body)
  const loading = Promise.all(
    ['400', '600', '700'].map((weight) => document.fonts.load(`${weight} 12px ${fontFamily}`, letters)),
  ).catch(() => [])
  await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, patienceMs))])
}
