/** A word of the interface, its meaning, and the synonyms it replaces. */
interface InterfaceWord {
  readonly say: string
  readonly means: string
  /** Alone or with a particle; `…` at the end matches any continuation. */
  readonly not: readonly string[]
}

/**
 * Words of the interface, as a Korean colleague says them. Labels and toasts agreed with the office
 * keep their exact wording (등기필증 수령일).
 */
export const interfaceVocabulary: readonly InterfaceWord[] = [
  { say: '셀', means: 'a cell of a table or sheet', not: ['칸'] },
  {
    say: '컬럼',
    means: 'a column of a table or sheet',
    not: [
      '열을',
      '열은',
      '열로',
      '열로는',
      '열이나',
      '이 열',
      '빈 열',
      '마지막 열',
      '열 제목',
      '열 연결',
      '열 찾기',
      '열 전체',
    ],
  },
  { say: '항목', means: 'a field of a form, a panel or an export', not: ['필드', '입력칸'] },
  { say: '사건, 건', means: 'a case; how cases and other records are counted', not: ['케이스'] },
  { say: '문의, 상담 문의', means: 'what a visitor writes; the second on public pages', not: ['질의서'] },
  { say: '등기필정보', means: 'what a register office hands out, in sentences', not: ['등기필 정보'] },
  { say: '최고관리자', means: 'a superuser; 관리자 is a record of master data', not: ['최고 관리자', '어드민'] },
  { say: '연락처, 휴대전화', means: 'a number to call; the device', not: ['휴대폰', '핸드폰'] },
  { say: '전송', means: 'sending to the server or the office', not: ['닿…'] },
  { say: '자동으로', means: 'without any action', not: ['저절로'] },
  { say: '현재 값, 새 값', means: 'the stored value, the value to come', not: ['지금 값'] },
  { say: '미리보기', means: 'a preview', not: ['미리 보기'] },
  { say: '이미지, 사진', means: 'a picture; a picture of a person', not: ['그림'] },
  {
    say: '선택해 주세요',
    means: 'a request, always with 주세요 or in the words agreed with the office',
    not: ['골라 주세요', '고르세요'],
  },
  { say: '필터를 적용', means: 'to filter', not: ['필터할', '필터링'] },
  { say: '사용하고 있습니다', means: 'is in use: a port, a folder, a record', not: ['듣고 있습니다'] },
  { say: '이유, 등', means: 'why; and so on', not: ['까닭', '따위'] },
]
