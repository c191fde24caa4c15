import { markLabels, type ShownMark } from '#app/ui/data-table/cells/cell-corner.tsx'
import { howToTopics } from '#domain/help/how-tos.ts'
import { buildSearchText, compileSearch, matchesSearch } from '#domain/text/search-text.ts'

export interface HelpLine {
  readonly term: string
  readonly text: string
  /** The cell mark to show next to the entry. */
  readonly mark?: ShownMark
  /** Other words users have for it. */
  readonly keywords?: string
}

export interface HelpTopic {
  readonly title: string
  readonly lines: readonly HelpLine[]
}

/**
 * Help topics that match the typed words or 초성; the keys have their own sections. A topic whose
 * title matches is returned whole.
 */
export function findHelpTopics(typed: string): readonly HelpTopic[] {
  const search = compileSearch(typed)
  return topics.flatMap(({ title, lines }) => {
    const matchingLines = lines.filter(({ term, text, keywords = '' }) =>
      matchesSearch(buildSearchText([title, term, text, keywords]), search),
    )
    return matchingLines.length === 0 ? [] : [{ title, lines: matchingLines }]
  })
}

const markTexts: Readonly<Record<ShownMark, string>> = {
  unsaved: '상세 패널에서 바꾸었지만 아직 저장을 누르지 않은 값입니다.',
  storing: '이 기기에 저장하는 중입니다. 잠시 뒤에 사라집니다.',
  queued: '이 기기에 저장했고, 서버로 보낼 차례를 기다립니다. 브라우저를 닫아도 남아 있습니다.',
  sending: '서버로 보내는 중입니다.',
  held: '보내기를 멈추었습니다. 이유는 화면 아래 상태 표시줄에 있습니다.',
  refused: '서버가 받지 않은 값입니다. 셀을 선택하면 이유가 보이고, 보낼 작업에서 고치거나 버릴 수 있습니다.',
  conflict: '그사이 다른 사람이 같은 항목을 바꾸었습니다. 두 값을 비교해 하나를 선택해 주세요.',
}

const topics: readonly HelpTopic[] = [
  {
    title: '셀에 보이는 표시',
    lines: (Object.keys(markTexts) as ShownMark[]).map((mark) => ({
      term: markLabels[mark],
      text: markTexts[mark],
      mark,
    })),
  },
  ...howToTopics.map(({ title, howTos }) => ({
    title,
    lines: howTos.map(({ title: term, steps, names, isForSuperusers }) => ({
      term: isForSuperusers ? `${term} (최고관리자)` : term,
      text: steps,
      keywords: names,
    })),
  })),
]
