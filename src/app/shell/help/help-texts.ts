import { markLabels, type ShownMark } from '#app/ui/data-table/cells/cell-corner.tsx'
import { buildSearchText, compileSearch, matchesSearch } from '#domain/text/search-text.ts'

export interface HelpLine {
  readonly term: string
  readonly text: string
  /** The cell mark to show next to the entry. */
  readonly mark?: ShownMark
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
    const found = lines.filter(({ term, text }) => matchesSearch(buildSearchText([title, term, text]), search))
    return found.length === 0 ? [] : [{ title, lines: found }]
  })
}

const markTexts: Readonly<Record<ShownMark, string>> = {
  unsaved: '상세 패널에서 바꾸었지만 아직 저장을 누르지 않은 값입니다.',
  keeping: '이 기기에 저장하는 중입니다. 잠시 뒤에 사라집니다.',
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
  {
    title: '오프라인에서 일하기',
    lines: [
      {
        term: '네트워크 없이',
        text: '한 번 로그인한 기기에서는 네트워크가 없어도 기록을 찾고 입력하고 수정할 수 있습니다. 입력한 값은 이 기기에 먼저 저장됩니다.',
      },
      {
        term: '보낼 작업',
        text: '아직 보내지 못한 수정은 보낼 작업에 모입니다. 네트워크가 돌아오면 자동으로 순서대로, 한 번씩만 보냅니다.',
      },
      {
        term: '상태 표시줄',
        text: '화면 아래에서 연결 상태, 기다리는 수정의 수, 마지막 동기화 시각을 볼 수 있습니다.',
      },
      {
        term: '앱 설치',
        text: '현장에서 쓰는 기기에는 앱을 설치해 주세요. 설치하지 않은 iPhone과 iPad에서는 7일 동안 열지 않으면 보관한 자료가 지워질 수 있습니다.',
      },
    ],
  },
  {
    title: '입력과 검색',
    lines: [
      {
        term: '날짜 입력',
        text: '20261125, 261125, 1125, 11/25, 오늘, 내일, +3(3일 뒤)처럼 입력합니다. Alt+↓ 또는 달력 버튼을 누르면 달력에서 선택할 수 있습니다.',
      },
      {
        term: '금액 입력',
        text: '쉼표 없이 입력해도 됩니다. 38만, 1억2천처럼 단위를 붙이거나 =200000+50000처럼 식을 쓸 수도 있습니다.',
      },
      { term: '초성 검색', text: '검색창에서는 초성으로도 찾습니다. ㄱㅅㄷ은 김서단을 찾습니다.' },
      { term: '실행 취소', text: 'Ctrl+Z로 되돌리고 Ctrl+Y로 다시 실행합니다.' },
    ],
  },
]
