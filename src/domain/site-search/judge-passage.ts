import type { SiteSection } from '#contract/site/site-sections.ts'
import { scoreWord } from './rank-sections.ts'
import { type Aspect, hasEvidence } from './read-aspects.ts'
import { listMatters, type Matter, rootMatters } from './read-matters.ts'
import { readSubject, toPlainText } from './read-subject.ts'
import { type QueryWord, toQueryWords, toSearchTerms } from './search-terms.ts'

interface RankedPassage {
  readonly section: SiteSection
  readonly score: number
}

/**
 * Whether a ranked passage holds the matter and the aspects of a question and most of its words. A
 * word may be rare enough to rank a passage first that says nothing of the rest.
 */
export function isAnswer(question: string, passage: RankedPassage): boolean {
  const { heading, text } = passage.section
  const { matters, aspects } = readSubject(question)
  const here = new Set(listMatters(toPlainText(listTexts(passage.section))))
  return (
    (matters.length === 0 || matters.some((matter) => isAssumed(matter) || here.has(matter))) &&
    aspects.every((aspect) => !figures.has(aspect) || hasEvidence(text, aspect)) &&
    (!lost.test(question) || lost.test(heading + text)) &&
    readFigure(question)?.test(text) !== false &&
    coversWords(question, passage) &&
    !isOnlyMentioned(question, text)
  )
}

/** The pages about these name them by other words. */
function isAssumed(matter: Matter): boolean {
  return rootMatters.has(matter) || matter === 'lease'
}

const lost = /잃어|분실/

/** Aspects that only a figure or a rule answers. */
const figures: ReadonlySet<Aspect> = new Set(['deadline', 'duration', 'penalty', 'validity'])

function coversWords(question: string, { section, score }: RankedPassage): boolean {
  if (score >= minSure) return true
  const words = listNouns(question).filter(({ stem }) => !/^(?:방법|절차|법)$/.test(stem))
  return listMissing(words, section).length * (score < minFair ? words.length : 2) < words.length
}

const minSure = 0.7
/** Below this, no word may be missing. */
const minFair = 0.61

function listNouns(text: string): QueryWord[] {
  return toQueryWords(text).filter(({ weight }) => weight >= 1)
}

function listMissing(words: readonly QueryWord[], section: SiteSection): QueryWord[] {
  const terms = new Set(toSearchTerms(listTexts(section)))
  return words.filter((word) => scoreWord(word, terms) < minShown)
}

/** Of the syllable pairs of a word, squared. */
const minShown = 0.4

function listTexts({ page, heading, text }: SiteSection): string {
  return `${page} ${heading} ${text}`
}

/** Whether a section has none of the words that a question says besides its matter and aspects. */
export function hasNoWord(rest: string, section: SiteSection): boolean {
  const words = listNouns(rest.replace(/신청|접수|신고|제출|등기|이전|변경|설립|말소|설정/g, ' '))
  return words.length > 0 && listMissing(words, section).length === words.length
}

/** 국민주택채권이 뭐예요 is answered where it is explained, and not where it is one word of a list. */
function isOnlyMentioned(question: string, text: string): boolean {
  const [, word = ''] =
    /^(\S{1,30}?)[이가은는]? ?(?:뭐|뭔|무엇|무슨 ?뜻)[가-힣]{0,10}$/.exec(readBeginning(question)) ?? []
  const after = word === '' ? [] : text.split(word).slice(1)
  return after.length > 0 && !after.some((rest) => /^(?:은|는|이란|란) /.test(rest))
}

/** A figure that a question asks for: 얼마까지, 몇 년. Null for any other. */
export function readFigure(question: string): RegExp | null {
  const text = readBeginning(question)
  if (/얼마 ?(?:까지|이하)|한도/.test(text)) return /\d(?:만|억)? ?원 ?(?:이하|까지|이내)/
  return counted.find(({ asked }) => asked.test(text))?.figure ?? null
}

const counted = [
  { asked: /몇 ?년/, figure: /\d ?년/ },
  { asked: /몇 ?명/, figure: /\d ?명/ },
  { asked: /몇 ?살/, figure: /\d ?살/ },
  { asked: /몇 ?층/, figure: /\d ?층/ },
  { asked: /몇 ?회/, figure: /\d ?회/ },
]

function readBeginning(question: string): string {
  return toPlainText(question.slice(0, 200))
}
