import { Parser } from 'htmlparser2'

/** The text of a page under one heading. */
export interface Section {
  /** Title of the page: its first heading. */
  readonly page: string
  readonly heading: string
  /** Path on this site, with the anchor of the heading or question if it has one. */
  readonly href: string
  /** Paragraphs and list entries, one per line. */
  readonly text: string
  readonly keywords?: string | undefined
  readonly author?: string | undefined
}

/**
 * Splits a public page at its headings; collapsible questions count as headings. Menus, forms,
 * decoration and texts for browsers without scripts are skipped.
 */
export function splitSections(html: string, path: string): Section[] {
  const reader = createReader(path)
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reader.open(name, attributes),
      ontext: (text) => reader.read(text),
      onclosetag: (name) => reader.close(name),
    },
    { decodeEntities: true },
  )
  parser.end(html)
  return reader.sections()
}

interface OpenSection {
  readonly heading: string
  readonly anchor: string
  readonly lines: string[]
}

const headingElements = new Set(['h1', 'h2', 'h3', 'h4', 'summary'])
const skippedElements = new Set([
  'nav',
  'form',
  'footer',
  'svg',
  'button',
  'script',
  'style',
  'template',
  'figure',
  'noscript',
])
/** Elements that end a line. A `dd` continues the line of its `dt`. */
const blockElements = new Set(['p', 'li', 'dt', 'tr', 'blockquote', 'div', 'section', 'br', 'ul', 'ol'])
/** Elements that may have no space between them in the source but are apart on the page. */
const inlineElements = new Set(['a', 'span'])
const voidElements = new Set(['br', 'hr', 'img', 'input', 'link', 'meta'])

function createReader(path: string) {
  const openSections: OpenSection[] = []
  /** Open elements, and whether the text in each is read. */
  const openElements: { name: string; isRead: boolean }[] = []
  let isInMain = false
  let anchor = ''
  let heading: string | null = null

  const isRead = () => isInMain && openElements.at(-1)?.isRead !== false
  const startLine = () => {
    const lines = openSections.at(-1)?.lines
    if (lines && lines.at(-1) !== '') lines.push('')
  }
  /**
   * Text after the end of a section or question belongs to no heading: it is the invitation at the
   * foot of the page.
   */
  let isPastSection = false
  const append = (text: string) => {
    if (heading !== null) {
      heading += text
      return
    }
    const lines = isPastSection ? undefined : openSections.at(-1)?.lines
    if (lines) lines[lines.length - 1] = `${lines.at(-1) ?? ''}${text}`
  }
  return {
    open(name: string, attributes: Readonly<Record<string, string>>) {
      if (name === 'main') isInMain = true
      const isSilent =
        skippedElements.has(name) ||
        attributes['aria-hidden'] === 'true' ||
        'data-screen-only' in attributes ||
        // Shown only where scripts are off.
        attributes['class']?.split(' ').includes('noscript:block') === true
      if (!voidElements.has(name))
        openElements.push({ name, isRead: openElements.at(-1)?.isRead !== false && !isSilent })
      if (!isRead()) return
      if (headingElements.has(name)) heading = ''
      if (attributes['id'] && (name === 'h2' || name === 'h3' || name === 'details')) anchor = `#${attributes['id']}`
      if (blockElements.has(name)) startLine()
      else if (inlineElements.has(name)) append(' ')
    },
    read(text: string) {
      if (isRead()) append(text)
    },
    close(name: string) {
      if (isRead() && headingElements.has(name) && heading !== null) {
        openSections.push({ heading: collapseSpaces(heading), anchor, lines: [''] })
        heading = null
        isPastSection = false
      }
      if (isRead() && name === 'dt') append(': ')
      else if (isRead() && (blockElements.has(name) || name === 'dl')) startLine()
      if (name === 'details' || name === 'section') isPastSection = true
      if (name === 'main') isInMain = false
      if (openElements.at(-1)?.name === name) openElements.pop()
    },
    sections(): Section[] {
      const page = openSections[0]?.heading ?? ''
      return openSections.flatMap(({ heading: ownHeading, anchor: id, lines }) => {
        const text = lines.flatMap((line) => collapseSpaces(line) || []).join('\n')
        return text === '' ? [] : [{ page, heading: ownHeading, href: path + id, text }]
      })
    },
  }
}

function collapseSpaces(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
