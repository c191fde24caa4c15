import { createContext, Script } from 'node:vm'
import { analyse } from 'scslre'

type Report = ReturnType<typeof analyse>['reports'][number]
type Quantifier = Extract<Report, { type: 'Move' }>['quant']
type Alternative = Extract<Quantifier['parent'], { type: 'Alternative' }>
type Element = Alternative['elements'][number]

/** Parts of an expression that make it superlinear; an expression that cannot be parsed throws. */
export function analyzeExpression(text: string): readonly Report[] {
  return analyse(splitExpression(text)).reports
}

function splitExpression(text: string): { source: string; flags: string } {
  const end = text.lastIndexOf('/')
  return { source: text.slice(1, end), flags: text.slice(end + 1) }
}

/**
 * Longest time in ms over hostile texts of this length; stops after a text that takes more than
 * `enough`.
 */
export function slowestMs(text: string, length: number, enough: number): number {
  const { source, flags } = splitExpression(text)
  return measureSlowest(new RegExp(source, flags), { attacks: listAttacks(text, length), enough })
}

function measureSlowest(
  expression: RegExp,
  { attacks, enough }: { attacks: readonly string[]; enough: number },
): number {
  let slowest = 0
  for (const attack of attacks) {
    slowest = Math.max(slowest, measureMs(expression, attack))
    if (slowest > enough) break
  }
  return slowest
}

/**
 * The same over repeated words of the expression itself, because scslre only considers repetitions
 * of one character.
 */
export function measureSlowestRepeat(text: string, length: number, enough: number): number {
  const { source, flags } = splitExpression(text)
  const words = quantifiersIn(analyse(splitExpression(text), { maxReports: 0 }).parsed.pattern).flatMap(
    (quantifier) => {
      const lead = buildLead(quantifier, flags)
      const sample = buildSample(quantifier.element, flags)
      return [lead, lead + sample, lead + sample + sample, `${lead} `]
    },
  )
  const attacks = dropRepeats(words.filter((word) => word !== '')).map((word) =>
    word.repeat(length).slice(0, length - 1),
  )
  return measureSlowest(new RegExp(source, flags), { attacks: attacks.map((attack) => `${attack}\u0000`), enough })
}

/** Quantifiers that are unbounded or have a high bound. */
function quantifiersIn(node: { readonly alternatives: readonly Alternative[] }): Quantifier[] {
  return node.alternatives.flatMap(({ elements }) => elements.flatMap(collectQuantifiers))
}

function collectQuantifiers(element: Element): Quantifier[] {
  if (element.type === 'Quantifier') {
    return [...(element.max > 20 ? [element] : []), ...collectQuantifiers(element.element)]
  }
  return 'alternatives' in element ? quantifiersIn({ alternatives: element.alternatives.filter(isAlternative) }) : []
}

/**
 * The best of three, because other work takes time too; a fast text is run once. `Infinity` for an
 * expression that was stopped.
 */
function measureMs(expression: RegExp, text: string): number {
  let best = Infinity
  for (let run = 0; run < 3 && best > quietMs; run += 1) {
    const start = performance.now()
    if (!replaceInTime(expression, text)) return Infinity
    best = Math.min(best, performance.now() - start)
  }
  return best
}

const quietMs = 10

/** False if the expression was stopped, as one of exponential time would run for days. */
function replaceInTime(expression: RegExp, text: string): boolean {
  Object.assign(replaceContext, { expression, text })
  try {
    replaceScript.runInContext(replaceContext, { timeout: stopMs })
    return true
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false
    throw error
  }
}

const replaceScript = new Script('text.replace(expression, "")')
const replaceContext = createContext({})
const stopMs = 2000

/**
 * Hostile texts of one length: a prefix that leads to the reported place, the character that it
 * repeats, and an end that does not match. The prefix may be repeated too, so that the expression
 * starts again and again.
 */
export function listAttacks(text: string, length: number): string[] {
  const reports = analyzeExpression(text)
  const { flags } = splitExpression(text)
  const leads = dropRepeats(['', ...reports.flatMap(listQuantifiers).map((quantifier) => buildLead(quantifier, flags))])
  const pumps = dropRepeats(reports.map(({ character }) => character.pick))
  const bodies = leads.flatMap((lead) =>
    pumps.flatMap((pump) => {
      const steps = Math.ceil(Math.sqrt(length))
      return [
        lead + pump.repeat(length),
        (lead + pump).repeat(length),
        (lead + pump.repeat(steps)).repeat(steps),
        lead.repeat(length) + pump,
        lead.repeat(Math.floor(length / 2 / Math.max(1, lead.length))) + pump.repeat(length),
      ]
    }),
  )
  const ends = ['', '\u0000', '!\n', '-']
  return dropRepeats(ends.flatMap((end) => bodies.map((body) => body.slice(0, length - end.length) + end)))
}

function dropRepeats(texts: readonly string[]): string[] {
  return [...new Set(texts)]
}

function listQuantifiers(report: Report): Quantifier[] {
  return report.type === 'Trade' ? [report.startQuant, report.endQuant] : [report.quant]
}

/** A text that matches what precedes a quantifier. */
function buildLead(quantifier: Quantifier, flags: string): string {
  let lead = ''
  let inner: object = quantifier
  for (let outer: { type: string; parent: unknown } | null = quantifier.parent; outer; outer = getParent(outer)) {
    if (isAlternative(outer)) {
      const before = outer.elements.slice(
        0,
        outer.elements.findIndex((element) => element === inner),
      )
      lead = before.map((element) => buildSample(element, flags)).join('') + lead
    }
    inner = outer
  }
  return lead
}

function getParent({ parent }: { parent: unknown }): { type: string; parent: unknown } | null {
  return parent as { type: string; parent: unknown } | null
}

function isAlternative(node: { type: string }): node is Alternative {
  return node.type === 'Alternative'
}

/** A short text that matches a part of an expression. */
function buildSample(element: Element, flags: string): string {
  switch (element.type) {
    case 'Group':
    case 'CapturingGroup':
      return (element.alternatives[0]?.elements ?? []).map((child) => buildSample(child, flags)).join('')
    case 'Quantifier':
      return buildSample(element.element, flags).repeat(element.min)
    case 'Character':
      return String.fromCodePoint(element.value)
    case 'CharacterSet':
    case 'CharacterClass': {
      const pattern = new RegExp(`^${element.raw}$`, flags.replace(/[gy]/g, ''))
      return Array.from(samples).find((letter) => pattern.test(letter)) ?? ''
    }
    default:
      return ''
  }
}

const samples = 'a가1 .-,(“‘A:/T'
