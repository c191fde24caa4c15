import { constants, setPriority } from 'node:os'
import Pdf from 'pdfkit'
import type { FilledForm } from '#domain/filings/filing.ts'
import { formByName } from './form-by-name.ts'
import type { FormDescription } from './form-description.ts'
import { type FormPage, mmPerPoint, type PlacedRule } from './form-page.ts'
import { layoutForm, type PagedForm } from './layout-form.ts'
import { formatCoordinate, openTypeface, type Typeface } from './typeface.ts'

export interface FormsDocument {
  readonly title: string
  readonly author: string
  /** Instant; the same forms give the same bytes on any day. */
  readonly createdAt: string
}

/**
 * A PDF into which forms are drawn one after another. Each page is emitted once finished, so that a
 * thousand take no more memory than one.
 */
interface FormsPdf {
  draw(form: FilledForm): void
  end(): void
  /** Characters missing from the typeface, as `U+20BB7`. */
  readonly missing: ReadonlySet<string>
}

/** Call only in a worker thread. */
export function openForms(
  { title, author, createdAt }: FormsDocument,
  onBytes: (bytes: Buffer) => void,
  onEnd: () => void,
): FormsPdf {
  const pdf = new Pdf({
    // No built-in pdfkit font: it would be loaded for each document and never used.
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    font: '',
    pdfVersion: '1.7',
    lang: 'ko-KR',
    displayTitle: true,
    info: { Title: title, Author: author, Creator: author, Producer: author, CreationDate: new Date(createdAt) },
  })
  pdf.on('data', onBytes).on('end', onEnd)
  const typeface = openTypeface(pdf)
  let openForm: PagedForm | null = null
  const drawPages = (pages: readonly FormPage[], { isLandscape }: FormDescription) => {
    for (const page of pages) {
      // Page options replace the document's options entirely.
      pdf.addPage({ size: 'A4', margin: 0, layout: isLandscape ? 'landscape' : 'portrait' })
      drawRules(pdf, { ...page, rules: [...page.rules, ...createStrikeRules(typeface, page)] })
      for (const { x, y, isStruck: _, ...words } of page.runs)
        typeface.draw({ ...words, x: x * pointsPerMm, y: y * pointsPerMm })
    }
  }
  return {
    missing: typeface.missing,
    draw(form) {
      const description = formByName[form.form]
      const formPages = layoutForm(typeface, description, { filled: form, open: openForm })
      openForm = formPages.open
      drawPages(formPages.pages, description)
    },
    end() {
      if (openForm) throw new Error('the last form is marked as continued')
      pdf.end()
    },
  }
}

const pointsPerMm = 72 / 25.4

/** Strikethrough lines, through the middle of the letters. */
function createStrikeRules({ measureWidth }: Typeface, { runs: run }: FormPage): PlacedRule[] {
  return run
    .filter(({ isStruck }) => isStruck)
    .map(({ text, x, y, size, isBold }) => {
      const height = y - size * mmPerPoint * 0.32
      return { from: [x, height], to: [x + measureWidth(text, isBold) * size * mmPerPoint, height], thickness: 0.2 }
    })
}

/** Draws all rules of one thickness in one stroke. */
function drawRules(pdf: PDFKit.PDFDocument, { rules }: FormPage): void {
  for (const [thickness, alike] of Map.groupBy(rules, (rule) => rule.thickness)) {
    const lines = alike.map(({ from, to }) => `${formatPoint(from)} m ${formatPoint(to)} l`)
    pdf.addContent(`2 J ${formatCoordinate(thickness * pointsPerMm)} w ${lines.join(' ')} S`)
  }
}

function formatPoint([x, y]: readonly [number, number]): string {
  return `${formatCoordinate(x * pointsPerMm)} ${formatCoordinate(y * pointsPerMm)}`
}

/**
 * Lowers the priority of the calling thread below server and database. Outside Linux the same call
 * affects the whole process, so it is skipped there.
 */
export function lowerPriority(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(constants.priority.PRIORITY_LOW)
  } catch {
    // The system may forbid it; the work continues at normal priority.
  }
}
