/**
 * Cuts a long name in the middle, because names of road sections differ at the end (`가온–솔…제2공구`).
 */
export function shortLabel(label: string, longest: number): string {
  const letters = [...label]
  if (letters.length <= longest) return label
  const tail = Math.floor((longest - 1) / 2)
  return `${letters.slice(0, longest - 1 - tail).join('')}…${letters.slice(-tail).join('')}`
}
