import type { SiteSection } from '#contract/site/site-sections.ts'
import { correctEverydaySpelling } from '#domain/text/everyday-spelling.ts'
import { normalizeForSearch } from '#domain/text/search-text.ts'
import { type Aspect, hasEvidence, readAspects } from './read-aspects.ts'
import { listChain, listMatters, type Matter, readMatters, removeMatters, rootMatters } from './read-matters.ts'
import { findOfficeSections, type OfficeTopic, readOfficeTopics } from './read-office-topics.ts'

/** What a question is about, and what it asks of that. */
export interface Subject {
  readonly matters: readonly Matter[]
  /** In the order of the question. */
  readonly aspects: readonly Aspect[]
  /** What it asks of the office itself. */
  readonly topics: readonly OfficeTopic[]
  /** What the question says besides. */
  readonly rest: string
}

/** The first letters of a question say what it is about; longer texts are not read. */
const maxReadLength = 500

export function readSubject(question: string): Subject {
  const text = toPlainText(question.slice(0, maxReadLength))
  const { topics, rest: asked } = readOfficeTopics(text)
  const { aspects, rest } = readAspects(asked)
  const matters = readMatters(text)
  // 상속포기 기간 is the period in which it must be declared.
  const isLegalPeriod = matters.some((matter) => legalPeriods.has(matter)) && /기간/.test(text)
  const distinct = aspects.map((aspect) => (isLegalPeriod && aspect === 'duration' ? 'deadline' : aspect))
  return { matters, topics, aspects: [...new Set(distinct)], rest: removeMatters(rest).replace(/ +/g, ' ').trim() }
}

const legalPeriods: ReadonlySet<Matter> = new Set(['renunciation', 'appeal'])

/** In standard spelling, without punctuation. */
export function toPlainText(text: string): string {
  return correctEverydaySpelling(
    normalizeForSearch(text)
      .replace(/[^가-힣ㄱ-ㅎa-z0-9]+/g, ' ')
      .trim(),
  )
}

interface Label {
  readonly section: SiteSection
  /** Named by the heading, or else by the page. */
  readonly own: readonly Matter[]
  /** Whether only the page names the matter. */
  readonly isGeneral: boolean
  /** Named by the heading, also where it names a kind of it: 매매 소유권이전등기. */
  readonly mentioned: readonly Matter[]
  /** Named by the beginning of the text. */
  readonly named: readonly Matter[]
  /** The same, with what they are kinds of. */
  readonly said: readonly Matter[]
  readonly aspects: readonly Aspect[]
  /** The matter of a page of services, whose sections all belong to it. */
  readonly root: Matter | null
}

export interface LabeledSections {
  /** The section that answers an aspect of a matter; null if none does. */
  find(matter: Matter, aspect: Aspect): SiteSection | null
  /** The section that says what the office does in a matter; null if none does. */
  describe(matter: Matter): SiteSection | null
  /** The deadlines of all matters, or only those of the tax, where nothing says which is meant. */
  compareDeadlines(isTax: boolean): SiteSection[]
  /** The sections that answer what is asked of the office itself. */
  findOffice(topics: readonly OfficeTopic[]): SiteSection[]
  /** The sections about these matters; `all`: the closest first, with the others of their page. */
  listAbout(matters: readonly Matter[]): { readonly own: readonly SiteSection[]; readonly all: readonly SiteSection[] }
  /** Whether a section is about a period of other matters than these. */
  isPeriodOfOther(section: SiteSection, matters: readonly Matter[]): boolean
  /** Whether the heading of a section names a matter of the question. */
  isHeaded(section: SiteSection, subject: Subject): boolean
  /** Whether the heading of a section names only other acts of the same page: 설정 for 말소. */
  isOtherAct(section: SiteSection, matters: readonly Matter[]): boolean
  /** Whether it names only others, in a question without aspects. */
  isAboutOther(section: SiteSection, subject: Subject): boolean
  /** Whether a section is about other matters than the question, or about another period. */
  isElsewhere(section: SiteSection, subject: Subject): boolean
}

/**
 * Labels sections by the reader of the questions: a heading asks like a question, and one without a
 * matter is about that of its page. An answer is about the matter or what it is a kind of, never
 * about another one.
 */
export function labelSections(sections: readonly SiteSection[]): LabeledSections {
  const labels = sections.filter(({ href }) => /^\/(?:services|blog)\//.test(href)).map(labelSection)
  const bySection = new Map(labels.map((label) => [label.section, label]))
  /** What the law says of another matter. */
  const isPeriodOfOther = (label: Label, matters: readonly Matter[]) => {
    const period = label.aspects.find((aspect) => periods.has(aspect))
    return (
      period !== undefined &&
      matters.length > 0 &&
      !matters.some((matter) => findLabel(labels, matter, period) === label)
    )
  }
  return {
    find: (matter, aspect) => findLabel(labels, matter, aspect)?.section ?? findUsual(sections, matter, aspect),
    compareDeadlines: (isTax) => compareDeadlines(labels, isTax),
    findOffice: (topics) => findOfficeSections(topics, sections),
    describe: (matter) => findDescription(labels, matter)?.section ?? null,
    listAbout: (matters) => listAbout(labels, matters),
    isPeriodOfOther: (section, matters) => {
      const label = bySection.get(section)
      return label !== undefined && isPeriodOfOther(label, matters)
    },
    isHeaded: (section, { matters }) => {
      const label = bySection.get(section)
      return label?.isGeneral === false && matters.some((matter) => label.own.includes(matter))
    },
    isOtherAct: (section, matters) => {
      const label = bySection.get(section)
      if (label === undefined || label.isGeneral || !/^(?:land|company)$/.test(label.root ?? '')) return false
      return !matters.some((matter) => label.own.some((kind) => isRelated(matter, kind)))
    },
    isAboutOther: (section, { matters, aspects }) => {
      const label = bySection.get(section)
      if (label === undefined || aspects.length > 0 || (label.isGeneral && label.root !== null)) return false
      return !matters.some((matter) => label.own.some((kind) => isRelated(matter, kind)))
    },
    isElsewhere: (section, { matters, aspects }) => {
      const label = bySection.get(section)
      // The list of posts names every matter.
      if (!label) return matters.length > 0 && section.href === '/blog'
      if (answersOtherPeriod(label, aspects)) return true
      if (isPeriodOfOther(label, matters)) return true
      // A lease has a post and no page of services.
      if (matters.length === 0 || matters.includes('lease')) return false
      const { root, own, mentioned, said, isGeneral } = label
      const isNamed = matters.some((matter) => mentioned.includes(matter) || said.includes(matter))
      // A question of the page about another matter: 등기필증을 잃어버렸습니다.
      if (
        root === 'land' &&
        !isGeneral &&
        !isNamed &&
        !matters.some((matter) => own.some((kind) => isRelated(matter, kind)))
      )
        return true
      // A post about one matter says nothing of those it does not name.
      if (root === null)
        return (
          own.length > 0 && !matters.some((matter) => said.includes(matter) || isPartOf(matter, own.flatMap(listChain)))
        )
      return !isNamed && !matters.some((matter) => listChain(matter).at(-1) === root)
    },
  }
}

function listAbout(labels: readonly Label[], matters: readonly Matter[]): ReturnType<LabeledSections['listAbout']> {
  const chains = matters.flatMap(listChain)
  const related = labels.filter(({ root, own }) =>
    root === null ? own.some((kind) => chains.includes(kind)) : chains.includes(root),
  )
  const isOwn = ({ isGeneral, own, root }: Label) =>
    (!isGeneral || root === null) && matters.some((matter) => own.includes(matter))
  const isSaid = ({ said }: Label) => matters.some((matter) => said.includes(matter))
  const own = related.filter(isOwn)
  const all = new Set([...own, ...related.filter(isSaid), ...related])
  return { own: own.map(({ section }) => section), all: [...all].map(({ section }) => section) }
}

/** One section with all causes of the tax, or the sections of the matters that have a deadline. */
function compareDeadlines(labels: readonly Label[], isTax: boolean): SiteSection[] {
  const causes = ['sale', 'inheritance', 'gift'] as const
  const table = labels.find(
    ({ aspects, named }) =>
      aspects.includes('deadline') && causes.every((cause) => named.flatMap(listChain).includes(cause)),
  )
  if (isTax && table) return [table.section]
  const found = [...causes, ...(isTax ? [] : (['company'] as const))].flatMap(
    (matter) => findLabel(labels, matter, 'deadline')?.section ?? [],
  )
  return [...new Set(found)]
}

/** By when something must be done is not how long it takes, unless the text says both. */
function answersOtherPeriod({ aspects, section }: Label, asked: readonly Aspect[]): boolean {
  return (['deadline', 'duration'] as const).some(
    (aspect) =>
      asked.includes(aspect) &&
      !aspects.includes(aspect) &&
      aspects.some((answered) => (answered === 'deadline' || answered === 'duration') && !asked.includes(answered)) &&
      !hasEvidence(section.text, aspect),
  )
}

/** The opening of a page describes all its services. */
function findDescription(labels: readonly Label[], matter: Matter): Label | undefined {
  const described = labels.filter(
    ({ root, aspects }) => root !== null && aspects.every((aspect) => aspect === 'procedure'),
  )
  return (
    described.find(({ section, root }) => section.heading === section.page && root === matter) ??
    described.find(({ isGeneral, own }) => !isGeneral && own.includes(matter)) ??
    described.find(
      ({ isGeneral, said, root }) => !isGeneral && said.includes(matter) && root === listChain(matter).at(-1),
    ) ??
    described.find(({ isGeneral, said }) => !isGeneral && said.includes(matter)) ??
    described.find(
      ({ isGeneral, said, section }) => isGeneral && said.includes(matter) && section.heading !== section.page,
    ) ??
    described.find(({ section, said }) => section.heading.endsWith('?') && said.includes(matter)) ??
    labels.find(({ section, root, own }) => root === null && section.heading === section.page && own.includes(matter))
  )
}

function labelSection(section: SiteSection): Label {
  const { page, heading, href, text } = section
  const [pageText, headingText] = [toPlainText(page), page === heading ? '' : toPlainText(heading)]
  const pageMatters = readMatters(pageText)
  const root = href.startsWith('/services/') ? (pageMatters.flatMap(listChain).at(-1) ?? null) : null
  // 받을 분이 돌아가셨을 때, on the page about deposits.
  const headed = [...readMatters(`${pageText} ${headingText}`), ...readMatters(headingText)].filter(
    (matter) => !pageMatters.includes(matter) && isPartOf(matter, pageMatters),
  )
  const beginning = toPlainText(text.slice(0, maxNamedLength))
  return {
    section,
    own: headed.length > 0 ? headed : pageMatters,
    isGeneral: headed.length === 0,
    mentioned: listMatters(headingText),
    named: readMatters(beginning).filter((matter) => root === null || listChain(matter).at(-1) === root),
    said: listMatters(beginning),
    // A step of the work asks nothing.
    aspects: href.endsWith('steps') ? [] : readAspects(headingText).aspects,
    root,
  }
}

/** Whether a matter is a kind of one of these, if there are any. */
function isPartOf(matter: Matter, matters: readonly Matter[]): boolean {
  return matters.length === 0 || listChain(matter).some((kind) => matters.includes(kind))
}

/** Whether one matter is a kind of the other. */
function isRelated(a: Matter, b: Matter): boolean {
  return listChain(a).includes(b) || listChain(b).includes(a)
}

/** What the first sentences name is what a section is about. */
const maxNamedLength = 200

/** A wide matter gets the papers of its commonest kind. */
const narrowerMatters: Partial<Record<Matter, Partial<Record<Aspect, Matter>>>> = {
  deposit: { papers: 'withdrawal' },
  notice: { papers: 'withdrawal', deadline: 'withdrawal' },
  transfer: { papers: 'sale' },
  sale: { proxy: 'closing' },
}

/** Where no page says it of the matter: papers of any registration, and who cannot come. */
function findUsual(sections: readonly SiteSection[], matter: Matter, aspect: Aspect): SiteSection | null {
  const words = aspect === 'proxy' ? '방문하기 어려운' : aspect === 'papers' && matter === 'land' ? '서류' : null
  return words === null
    ? null
    : (sections.find(({ href, heading }) => href.startsWith('/contact#') && heading.includes(words)) ?? null)
}

function findLabel(labels: readonly Label[], asked: Matter, aspect: Aspect): Label | undefined {
  const matter = narrowerMatters[asked]?.[aspect] ?? asked
  const chain = listChain(matter)
  const related = labels.filter(({ root }) => root === null || chain.at(-1) === root)
  const answering = related.filter(({ aspects }) => aspects.includes(aspect))
  const findHeaded = (kind: Matter) =>
    answering.find(({ isGeneral, own }) => !isGeneral && own.includes(kind)) ??
    answering.find(
      (label) =>
        label.isGeneral &&
        (label.named.includes(kind) || (label.own.includes(kind) && isTrueOf(label, matter, aspect))),
    ) ??
    answering.find(({ mentioned }) => mentioned.includes(kind) && kind === matter && kind !== chain.at(-1))
  const findSaid = (kind: Matter) => {
    const saying = related.filter(
      ({ root, own: kinds, named, section: { text } }) =>
        (kinds.includes(kind) || named.includes(kind)) &&
        // All of a post is about its matter.
        (root === null && kinds.includes(kind) ? hasEvidence(text, aspect) : saysOf(text, aspect, kind)),
    )
    const described = saying.filter(({ aspects }) => aspects.every((answered) => answered === 'procedure'))
    return (
      described.find(({ isGeneral, own, root }) => own.includes(kind) && (!isGeneral || root === null)) ??
      described.find(({ isGeneral, named }) => !isGeneral && named.includes(kind)) ??
      (periods.has(aspect)
        ? related.find(
            ({ own: kinds, isGeneral, said, section, root }) =>
              root !== null &&
              said.includes(kind) &&
              (isGeneral || kinds.includes(kind)) &&
              kind !== 'land' &&
              kind === matter &&
              saysOf(section.text, aspect, kind),
          )
        : undefined) ??
      (aspect === 'place' || aspect === 'proxy' || aspect === 'self' ? described[0] : undefined)
    )
  }
  // What is said under a heading of the matter itself comes before what is said of any kind.
  const own = related.find(
    ({ isGeneral, own: kinds, mentioned, section: { text } }) =>
      !isGeneral &&
      kinds.includes(matter) &&
      (kinds.length === 1 || mentioned.every((kind) => chain.includes(kind))
        ? hasEvidence(text, aspect)
        : saysOf(text, aspect, matter)),
  )
  // The examples of the tax are of purchases.
  const isOwn = periods.has(aspect) || (aspect === 'tax' && matter === 'division')
  for (const kind of chain) {
    const label = findHeaded(kind) ?? (kind === matter && isOwn ? own : undefined)
    if (label) return label
  }
  return (periods.has(aspect) || aspect === 'place' ? chain : [matter]).map(findSaid).find(Boolean)
}

/** The law says them of each matter. */
const periods: ReadonlySet<Aspect> = new Set(['deadline', 'penalty'])

/** Whether a text says something of a matter; a period only where a sentence names both. */
function saysOf(text: string, aspect: Aspect, matter: Matter): boolean {
  if (!periods.has(aspect) || rootMatters.has(matter)) return hasEvidence(text, aspect)
  const named = (sentence: string) => listMatters(toPlainText(sentence)).flatMap(listChain).includes(matter)
  return text.split(/(?<=다)\. |\n/).some((sentence) => hasEvidence(sentence, aspect) && named(sentence))
}

/** A period of one matter is not that of another on its page. */
function isTrueOf({ named }: Label, matter: Matter, aspect: Aspect): boolean {
  const chain = listChain(matter)
  return (
    !periods.has(aspect) ||
    named.length === 0 ||
    named.some((kind) => chain.includes(kind) || listChain(kind).includes(matter))
  )
}
