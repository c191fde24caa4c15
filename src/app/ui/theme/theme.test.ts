import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const css = readFileSync(join(import.meta.dirname, 'theme.css'), 'utf8')
const [, day = ''] = /:root \{\n  color-scheme: light dark;([^]*?)@variant night/.exec(css) ?? []
const [, night = ''] = /:root \{\n  color-scheme: light dark;[^]*?@variant night \{([^]*?)\n  \}/.exec(css) ?? []
const schemes = { day: listTokens(day), night: { ...listTokens(day), ...listTokens(night) } }

function listTokens(block: string): Record<string, string> {
  const found = [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)]
  return Object.fromEntries(found.map(([, name = '', color = '']) => [name, color]))
}

/** Contrast of two colors (WCAG 2.2, "contrast ratio"). */
function computeContrast(a: string, b: string): number {
  const [lighter = 0, darker = 0] = [computeLuminance(a), computeLuminance(b)].toSorted((x, y) => y - x)
  return (lighter + 0.05) / (darker + 0.05)
}

function computeLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const tones = ['primary', 'danger', 'good', 'warn', 'info']
const pairs = [
  ...['ink', 'ink-2', 'ink-3', ...tones].flatMap((text) =>
    ['paper', 'paper-raised', 'paper-sunk'].map((surface) => [text, surface] as const),
  ),
  ...tones.map((tone) => [tone, `${tone}-wash`] as const),
  ...tones.map((tone) => ['ink', `${tone}-wash`] as const),
  ...['primary', 'danger'].map((tone) => [`${tone}-ink`, tone] as const),
]

test.each(['day', 'night'] as const)(
  'every text has a contrast of 4.5 : 1 or more on its background by %s',
  (scheme) => {
    const tokens = schemes[scheme]
    const ratios = pairs.map(
      ([text, background]) =>
        [text, background, computeContrast(tokens[text] ?? '', tokens[background] ?? '')] as const,
    )
    expect(ratios.filter(([, , ratio]) => !(ratio >= 4.5))).toEqual([])
  },
)

test('text is shown before its font has loaded', () => {
  const faces = css.match(/@font-face \{[^}]*\}/g) ?? []
  expect(faces.length).toBeGreaterThan(2)
  expect(faces.filter((face) => !/font-display: (?:optional|swap);/.test(face))).toEqual([])
  // Another file would be another request before the first paint.
  expect(css).not.toMatch(/@import (?:url\()?['"]?(?:https?:)?\/\//)
})
