import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'
import { formatScrivener } from '#domain/office/office-texts.ts'
import { newOffice } from '#domain/office/office.ts'

const projectRoot = join(import.meta.dirname, '../../../..')
/**
 * Browsers delay the first paint by up to 0.1 s for preloaded optional fonts. That pays off where
 * the fonts arrive in time; on a phone's network they don't, and the first page uses the device's
 * font either way (LCP of / on Lighthouse's slow 4G: 959 ms without preload, 1,079 ms with).
 */
const wideScreens = '(min-width: 40rem)'

/** theme.css refers to this folder. */
const outDir = join(projectRoot, 'node_modules/.cache/site-fonts')

/** Characters that any page may need: names, amounts, dates. */
const alwaysIncluded =
  Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index)).join('') + '\u00a0·–—…‘’“”「」'

/**
 * Serif characters outside headings: numbers, question marks, the illustrated register. The name of
 * the office in a new database is added below; other names fall back to the device's serif.
 */
const extraSerifCharacters = '등기사항전부증명서 문답 제조 법무사 0123456789.,'

const faces = [
  {
    file: 'site-serif-600.woff2',
    source: '@expo-google-fonts/noto-serif-kr/600SemiBold/NotoSerifKR_600SemiBold.ttf',
    characters: (texts: readonly string[]) =>
      texts.flatMap(findHeadings).join('') + extraSerifCharacters + newOffice.name + formatScrivener(newOffice),
  },
  {
    file: 'site-sans-400.woff2',
    source: 'pretendard/dist/public/static/alternative/Pretendard-Regular.ttf',
    characters: listCharacters,
  },
  {
    file: 'site-sans-600.woff2',
    source: 'pretendard/dist/public/static/alternative/Pretendard-SemiBold.ttf',
    characters: listCharacters,
  },
]

/**
 * OpenType features to keep: kerning and tabular figures (`tabular` in theme.css). The others add a
 * third more bytes and are not used. Name records 13 and 14 are the license, which must stay in the
 * font.
 */
const subsetOptions = { targetFormat: 'woff2' as const, keepFeatures: ['kern', 'tnum'], preserveNameIds: [13, 14] }

/**
 * Fonts of the public site reduced to the characters its pages use, made at build time from the npm
 * packages: three files instead of dozens, and none of the typeface's 92 CSS rules in the visitors'
 * style sheet. They are fetched before the first text is rendered.
 */
export function siteFonts(): Plugin {
  return {
    name: 'site-fonts',
    buildStart: async () => {
      if (process.env['VITEST'] === undefined) await writeSiteFonts()
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((name) => /(^|\/)site-(serif|sans)-\d+-[^/]*\.woff2$/.test(name))
          .map((name) => ({
            tag: 'link',
            attrs: {
              rel: 'preload',
              href: `/${name}`,
              as: 'font',
              type: 'font/woff2',
              crossorigin: true,
              media: wideScreens,
            },
            injectTo: 'head' as const,
          })),
    },
  }
}

async function writeSiteFonts(): Promise<void> {
  const texts = readSiteTexts()
  mkdirSync(outDir, { recursive: true })
  for (const face of faces) {
    const font = readFileSync(fileURLToPath(import.meta.resolve(face.source)))
    writeFileSync(join(outDir, face.file), await subsetFont(font, face.characters(texts), subsetOptions))
  }
}

/**
 * Source text of everything visitors can read: the pages, the frame around them, and the error
 * messages of every screen.
 */
function readSiteTexts(): string[] {
  const patterns = [
    'src/app/features/{site,chat}/**/*.{ts,tsx}',
    'src/app/shell/{public,screen,root}-*.tsx',
    'src/app/session/sign-in/sign-in-button.tsx',
    'src/app/session/callback/*.tsx',
    'src/app/features/quick-delivery/quick-sign-in.tsx',
    'src/domain/office/office.ts',
    // /privacy shows texts from the retention table and the list of recipients.
    'src/{domain,contract}/retention/*.ts',
    'src/server/retention/privacy/*.ts',
    'src/contract/{problem,books/inquiries}.ts',
  ]
  return patterns
    .flatMap((pattern) => globSync(pattern, { cwd: projectRoot }))
    .filter((path) => !path.includes('.test.'))
    .map((path) => readFileSync(join(projectRoot, path), 'utf8'))
}

function listCharacters(texts: readonly string[]): string {
  return texts.join('') + alwaysIncluded
}

/**
 * Titles are attributes, properties or the content of an h1 or h2. hydration.spec.ts
 * fails for a heading that this misses.
 */
function findHeadings(text: string): string[] {
  const titles = text.matchAll(/\btitle(?:=|: )(?:'([^']*)'|"([^"]*)")/g)
  const tags = text.matchAll(/<h[12]\b[^>]*>([\s\S]*?)<\/h[12]>/g)
  return [...titles, ...tags].map((match) => match[1] ?? match[2] ?? '')
}
