import type { CollectionName } from '#contract/books/collections.ts'

/**
 * When a period starts after the event: on the next January 1, on the next June 1 (소득세 확정신고기한의 다음
 * 날), or on the same day.
 */
export type PeriodStart = 'next_year' | 'next_june' | 'day'

/**
 * How records are destroyed: after a superuser confirms, by the server automatically, together with
 * their parent record, or never proposed.
 */
type DeletionMode = 'confirmed' | 'automatic' | 'with_parent' | 'never_proposed'

export interface RetentionKind {
  readonly label: string
  /** What is destroyed, described for the people who decide. */
  readonly what: string
  readonly legalBasis: string
  /** Minimum period by law or consent. */
  readonly minPeriod: RetentionLength
  readonly periodStart: PeriodStart
  /** Start of the period, as text. */
  readonly from: string
  readonly deletionMode: DeletionMode
  /** The book of these records; absent for data outside the books. */
  readonly collection?: CollectionName
  /** Its entry in /privacy; absent if it is covered by another entry. */
  readonly notice?: { readonly purpose: string; readonly items: string }
}

/**
 * The retention table 보유기간표: every kind of record and other store, its minimum period and the
 * reason. The screen, the daily check, the destruction and /privacy derive from it. Only
 * `confirmed` kinds may get a longer period, because for automatic ones visitors were promised the
 * stated period.
 */
export const retentionKinds = {
  cases: {
    label: '사건부',
    what: '사건, 사건 서류와 그 파일',
    legalBasis: '법무사법 제22조, 법무사규칙 제35조 (사건부 보존)',
    minPeriod: { years: 5 },
    periodStart: 'next_year',
    from: '등기필증 수령일과 종결일자 가운데 늦은 날(사건이 끝난 날)',
    deletionMode: 'confirmed',
    collection: 'real-estate',
    notice: {
      purpose: '등기 등 위임받은 사무의 처리와 사건부의 기록',
      items: '위임인의 성명과 주소, 등기의 목적, 보수와 비용, 기일, 사건 서류와 사진',
    },
  },
  units: {
    label: '세대와 신청서',
    what: '세대, 토지·소유자·근저당권자, 주민등록번호, 등기신청서, 세대 서류와 그 파일',
    legalBasis: '법무사법 제22조, 법무사규칙 제35조 (사건부 보존)',
    minPeriod: { years: 5 },
    periodStart: 'next_year',
    from: '등기필증 수령일(사건이 끝난 날)',
    deletionMode: 'confirmed',
    collection: 'real-estate-units',
    notice: {
      purpose: '등기신청서의 작성과 제출',
      items: '당사자의 성명, 주민등록번호(부동산등기법 제48조), 주소, 지분, 부동산의 표시, 거래가액, 신청 서류',
    },
  },
  'deposit-cases': {
    label: '공탁 사건',
    what: '공탁 사건, 공탁 서류와 그 파일, 그 사건의 공문',
    legalBasis: '법무사법 제22조, 법무사규칙 제35조 (사건부 보존); 국세기본법 제85조의3 (세금계산서)',
    minPeriod: { years: 5 },
    periodStart: 'next_year',
    from: '등기필증 수령일, 종결일자, 입금일, 세금계산서 발행일 가운데 늦은 날. 완료·취소한 사건에 이 날들이 없으면 마지막으로 고친 날',
    deletionMode: 'confirmed',
    collection: 'deposit-cases',
    notice: {
      purpose: '공탁 사무의 처리',
      items: '소유자(피공탁자)와 공탁자의 성명, 부동산의 표시, 공탁의 내용, 보수와 비용, 기일, 서류, 공문',
    },
  },
  'register-entries': {
    label: '법정 사건부',
    what: '법정 사건부의 기재와 그 정정',
    legalBasis: '법무사법 제22조, 법무사규칙 제35조 (사건부 보존)',
    minPeriod: { years: 5 },
    periodStart: 'next_year',
    from: '종결일자. 취소한 사건은 취소한 날',
    deletionMode: 'confirmed',
    collection: 'register-entries',
  },
  addresses: {
    label: '부동산 주소',
    what: '부동산 주소, 소유자와 주민등록번호, 건물·토지, 등기사항증명서와 그 파일, 등기 변동, 주소 서류와 그 파일, 그 주소의 공문. 이 주소를 쓰는 사건이나 세대가 남아 있으면 남습니다',
    legalBasis: '법무사법 제22조, 법무사규칙 제35조 (사건 관계 서류)',
    minPeriod: { years: 5 },
    periodStart: 'next_year',
    from: '등기필증 수령일, 입금일, 세금계산서 발행일 가운데 늦은 날(완료한 주소에 이 날들이 없으면 마지막으로 고친 날)',
    deletionMode: 'confirmed',
    collection: 'addresses',
    notice: {
      purpose: '부동산의 권리관계 확인과 보상·공탁 서류의 작성',
      items: '소유자의 성명, 주민등록번호(공탁규칙 제20조), 주소, 부동산의 표시, 등기사항증명서의 내용',
    },
  },
  'card-usage': {
    label: '카드사용내역',
    what: '카드 사용 내역',
    legalBasis: '소득세법 제160조의2, 국세기본법 제85조의3 (장부와 증거서류)',
    minPeriod: { years: 5 },
    periodStart: 'next_june',
    from: '사용한 해의 확정신고기한이 끝난 날의 다음 날',
    deletionMode: 'confirmed',
    collection: 'card-usage',
  },
  'quick-deliveries': {
    label: '퀵 기록',
    what: '기사명, 보내는 분, 받는 분, 메모. 잔액이 맞도록 일시와 금액은 남습니다',
    legalBasis: '소득세법 제160조의2, 국세기본법 제85조의3 (장부와 증거서류)',
    minPeriod: { years: 5 },
    periodStart: 'next_june',
    from: '이용한 해의 확정신고기한이 끝난 날의 다음 날',
    deletionMode: 'confirmed',
    collection: 'quick-deliveries',
    notice: { purpose: '서류의 배송과 비용의 증빙', items: '보내는 분과 받는 분의 성명, 기사의 성명, 메모' },
  },
  'leave-requests': {
    label: '휴가신청',
    what: '휴가 신청과 결정',
    legalBasis: '근로기준법 제42조, 같은 법 시행령 제22조 (휴가에 관한 서류)',
    minPeriod: { years: 3 },
    periodStart: 'day',
    from: '휴가가 끝난 날',
    deletionMode: 'confirmed',
    collection: 'leave-requests',
  },
  'deleted-records': {
    label: '삭제한 기록',
    what: '직원이 삭제한 기록의 변경 이력에 남은 값',
    legalBasis: '법무사법 제22조, 법무사규칙 제35조 (삭제 경위의 보존)',
    minPeriod: { years: 5 },
    periodStart: 'next_year',
    from: '삭제한 날',
    deletionMode: 'confirmed',
  },
  'person-requests': {
    label: '정보주체 요청',
    what: '열람·정정·삭제·처리정지 요청과 처리 결과',
    legalBasis: '개인정보 보호법 제35조부터 제37조까지 (요청과 결과의 증명)',
    minPeriod: { years: 3 },
    periodStart: 'day',
    from: '처리를 마친 날',
    deletionMode: 'never_proposed',
    notice: {
      purpose: '열람·정정·삭제·처리정지 요청의 처리',
      items: '요청한 분의 성명, 생년월일, 연락처, 본인을 확인한 방법, 요청과 결과',
    },
  },
  contacts: {
    label: '담당자와 거래처',
    what: '회사·부서·담당자·은행의 연락처',
    legalBasis: '업무 관계의 유지',
    minPeriod: { years: 1 },
    periodStart: 'day',
    from: '업무 관계가 끝난 날',
    deletionMode: 'never_proposed',
    notice: { purpose: '사업 구간과 거래처의 연락', items: '법인의 담당자의 성명, 직위, 연락처' },
  },
  receipts: {
    label: '영수증 부본',
    what: '서류철의 영수증',
    legalBasis: '법무사규칙 (영수증 부본 3년). 속한 사건의 보유기간이 더 길어 함께 파기',
    minPeriod: { years: 3 },
    periodStart: 'next_year',
    from: '작성한 날',
    deletionMode: 'with_parent',
  },
  inquiries: {
    label: '문의',
    what: '문의와 답변을 위한 메모',
    legalBasis: '정보주체의 동의',
    minPeriod: { years: 1 },
    periodStart: 'day',
    from: '접수한 날',
    deletionMode: 'automatic',
    collection: 'inquiries',
    notice: {
      purpose: '상담 문의의 접수와 답변',
      items: '이름, 연락처 또는 이메일, 제목, 문의 내용, 동의 일시와 접수 일시, 답변을 위한 메모',
    },
  },
  members: {
    label: '회원',
    what: '계정의 정보',
    legalBasis: '이용계약의 이행. 회원인 동안 보관',
    minPeriod: { days: 5 },
    periodStart: 'day',
    from: '탈퇴를 요청한 날',
    deletionMode: 'never_proposed',
    notice: {
      purpose: '로그인과 회원 확인',
      items:
        '카카오 회원번호, 닉네임, 프로필 사진 주소, 마지막 로그인 일시, 로그인한 기기의 종류와 접속한 곳(IP 주소). 카카오에서 동의하신 때에만 전화번호와 확인된 이메일',
    },
  },
  staff: {
    label: '직원',
    what: '직원의 정보와 권한의 기록',
    legalBasis: '근로기준법 제42조, 개인정보의 안전성 확보조치 기준 제5조 (권한 기록 3년)',
    minPeriod: { years: 3 },
    periodStart: 'day',
    from: '퇴직한 날',
    deletionMode: 'never_proposed',
    notice: { purpose: '직원의 업무와 권한의 관리', items: '성명, 연락처, 이메일, 직위, 부서, 입사일과 퇴사일' },
  },
  trail: {
    label: '접속기록',
    what: '접속기록',
    legalBasis: '개인정보의 안전성 확보조치 기준 제8조 (고유식별정보를 처리하는 시스템 2년 이상)',
    minPeriod: { years: 2 },
    periodStart: 'day',
    from: '기록한 날',
    deletionMode: 'never_proposed',
    notice: {
      purpose: '접속기록의 보관과 점검',
      items: '사무소 직원과 회원의 식별자, 접속 일시, 접속한 곳(IP 주소), 처리한 정보주체와 업무, 거절된 접속',
    },
  },
  'chat-threads': {
    label: '직원의 AI 채팅',
    what: '질문과 답변',
    legalBasis: '목적 달성',
    minPeriod: { days: 30 },
    periodStart: 'day',
    from: '마지막 질문',
    deletionMode: 'automatic',
    notice: {
      purpose: '직원이 AI 채팅에서 나눈 대화',
      items: '질문과 답변. 주민등록번호는 뒷자리를 가리며, 물어본 본인만 볼 수 있습니다.',
    },
  },
  'chat-files': {
    label: 'AI 채팅에 첨부한 파일',
    what: '첨부한 표와 글의 내용',
    legalBasis: '목적 달성',
    minPeriod: { days: 1 },
    periodStart: 'day',
    from: '첨부한 때',
    deletionMode: 'automatic',
    notice: {
      purpose: 'AI 채팅에 첨부한 파일에 관한 답변',
      items: '첨부한 표와 글의 내용. 주민등록번호는 뒷자리를 가립니다.',
    },
  },
  numbers: {
    label: '바뀌거나 삭제된 주민등록번호',
    what: '기록에 더 이상 쓰이지 않는 번호',
    legalBasis: '개인정보 보호법 제21조 (지체 없는 파기)',
    minPeriod: { days: 5 },
    periodStart: 'day',
    from: '바뀌거나 삭제된 때',
    deletionMode: 'automatic',
  },
  downloads: {
    label: '서버가 만든 파일',
    what: '엑셀·PDF 등 내보내기 파일과 작업의 결과',
    legalBasis: '목적 달성',
    minPeriod: { days: 7 },
    periodStart: 'day',
    from: '만든 때. 파일은 하루, 여러 건 작업의 결과는 7일',
    deletionMode: 'automatic',
  },
  answers: {
    label: '기기에 보낸 저장 결과',
    what: '같은 작업을 두 번 하지 않기 위한 서버의 답',
    legalBasis: '목적 달성',
    minPeriod: { days: 180 },
    periodStart: 'day',
    from: '저장한 때',
    deletionMode: 'automatic',
  },
  sessions: {
    label: '로그인한 기기',
    what: '로그인 토큰과 초대 링크',
    legalBasis: '목적 달성',
    minPeriod: { days: 30 },
    periodStart: 'day',
    from: '로그인하거나 만든 때',
    deletionMode: 'automatic',
  },
  backups: {
    label: '백업',
    what: '암호화한 백업 파일. 파기한 기록도 그 전의 백업에는 이때까지 남습니다',
    legalBasis: '개인정보의 안전성 확보조치 기준 제11조',
    minPeriod: { days: 366 },
    periodStart: 'day',
    from: '만든 때. 7일, 4주, 12개월분만 남기고 자동으로 지움',
    deletionMode: 'automatic',
  },
} as const satisfies Record<string, RetentionKind>

export type RetentionKindName = keyof typeof retentionKinds
export const retentionKindNames = Object.keys(retentionKinds) as [RetentionKindName, ...RetentionKindName[]]

/** Kinds that a superuser confirms and may prolong. */
export const confirmedKindNames = retentionKindNames.filter(
  (name) => retentionKinds[name].deletionMode === 'confirmed',
) as unknown as [ConfirmedKindName, ...ConfirmedKindName[]]

export type ConfirmedKindName = {
  [Name in RetentionKindName]: (typeof retentionKinds)[Name]['deletionMode'] extends 'confirmed' ? Name : never
}[RetentionKindName]

export function getRetentionKind(name: RetentionKindName): RetentionKind {
  return retentionKinds[name]
}

/** A period of whole years, or of days if shorter. */
export type RetentionLength = { readonly years: number } | { readonly days: number }

/** A period as Korean text. */
export function formatPeriod(period: RetentionLength): string {
  return 'years' in period ? `${String(period.years)}년` : `${String(period.days)}일`
}
