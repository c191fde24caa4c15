import { Parser } from 'htmlparser2'

/** The text of a page under one heading. */
export interface Section {
  /** Title of the page: its first heading. */
  readonly page: string
  readonly heading: string
  /** Path on this site, with the heading's anchor if it has one. */
  readonly href: string
  /** Paragraphs and list entries, one per line. */
  readonly text: string
}

/**
 * Splits a public page at its headings; collapsible questions count as headings. Menus, forms and
 * decoration are skipped.
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

const headings = new Set(['h1', 'h2', 'h3', 'h4', 'summary'])
const silent = new Set(['nav', 'form', 'footer', 'svg', 'button', 'script', 'style', 'template', 'figure'])
/** Elements that end a line. A `dd` continues the line of its `dt`. */
const blocks = new Set(['p', 'li', 'dt', 'tr', 'blockquote', 'div', 'section', 'br', 'ul', 'ol'])
/** Elements that may have no space between them in the source but are apart on the page. */
const inline = new Set(['a', 'span'])
const withoutEnd = new Set(['br', 'hr', 'img', 'input', 'link', 'meta'])

function createReader(path: string) {
  const found: OpenSection[] = []
  /** Open elements, and whether the text in each is read. */
  const open: { name: string; isRead: boolean }[] = []
  let isInMain = false
  let anchor = ''
  let heading: string | null = null

  const isRead = () => isInMain && open.at(-1)?.isRead !== false
  const newQueueState = () => {
    const lines = found.at(-1)?.lines
    if (lines && lines.at(-1) !== '') lines.push('')
  }
  /**
   * Text after the end of a section or question belongs to no heading: it is the invitation at the
   * foot of the page.
   */
  let isOver = false
  const append = (text: string) => {
    if (heading !== null) {
      heading += text
      return
    }
    const lines = isOver ? undefined : found.at(-1)?.lines
    if (lines) lines[lines.length - 1] = `${lines.at(-1) ?? ''}${text}`
  }
  return {
    open(name: string, attributes: Readonly<Record<string, string>>) {
      if (name === 'main') isInMain = true
      const isSilent = silent.has(name) || attributes['aria-hidden'] === 'true' || 'data-screen-only' in attributes
      if (!withoutEnd.has(name)) open.push({ name, isRead: open.at(-1)?.isRead !== false && !isSilent })
      if (!isRead()) return
      if (headings.has(name)) heading = ''
      if (attributes['id'] && (name === 'h2' || name === 'h3')) anchor = `#${attributes['id']}`
      if (blocks.has(name)) newQueueState()
      else if (inline.has(name)) append(' ')
    },
    read(text: string) {
      if (isRead()) append(text)
    },
    close(name: string) {
      if (isRead() && headings.has(name) && heading !== null) {
        found.push({ heading: plain(heading), anchor, lines: [''] })
        heading = null
        isOver = false
      }
      if (isRead() && name === 'dt') append(': ')
      else if (isRead() && (blocks.has(name) || name === 'dl')) newQueueState()
      if (name === 'details' || name === 'section') isOver = true
      if (name === 'main') isInMain = false
      if (open.at(-1)?.name === name) open.pop()
    },
    sections(): Section[] {
      const page = found[0]?.heading ?? ''
      return found.flatMap(({ heading: own, anchor: id, lines }) => {
        const text = lines.flatMap((line) => plain(line) || []).join('\n')
        return text === '' ? [] : [{ page, heading: own, href: path + id, text }]
      })
    },
  }
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
