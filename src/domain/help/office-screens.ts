/** A screen of staff, as users name it. */
export interface OfficeScreen {
  readonly label: string
  readonly href: string
  /** What users call it; see `findGuides`. */
  readonly names: string
  readonly purpose: string
  readonly isForSuperusers?: true
  /** Never the subject of a legal question; answers 어떻게 해 before the public pages do. */
  readonly isOfficeWork?: true
}

export const officeScreens = [
  {
    label: '오늘',
    href: '/staff',
    names: '할일, 오늘화면, 오늘업무, 오늘뭐해, 오늘뭘해, 오늘일정',
    purpose: '기한이 다가오거나 지난 사건, 미수금, 휴가처럼 오늘 살필 일을 모아 봅니다.',
    isOfficeWork: true,
  },
  {
    label: '등기 관리 사건부',
    href: '/services/real-estate?tab=table',
    names: '사건부, 등기관리, 등기사건, 부동산등기, 부동산사건',
    purpose: '등기 사건을 적고 고치는 사건부입니다.',
  },
  {
    label: '등기 관리 데이터',
    href: '/services/real-estate?tab=address',
    names: '세대, 세대목록, 세대관리, 세대데이터, 등기데이터, 등기신청서, 신청서, 위임장',
    purpose: '세대와 신청서, 위임장을 다룹니다.',
  },
  {
    label: '등기 리포트',
    href: '/services/real-estate?tab=report',
    names: '등기리포트, 등기보고서, 등기집계',
    purpose: '등기 사건의 비용을 사업구간별로 합산합니다.',
  },
  {
    label: '등기 관리 사업구간',
    href: '/services/real-estate?tab=group',
    names: '사업구간, 등기사업구간, 단지관리, 단지목록',
    purpose: '세대와 사건이 속하는 단지와 현장입니다.',
  },
  {
    label: '등기 관리 은행',
    href: '/services/real-estate?tab=bank',
    names: '은행, 은행정보, 근저당은행',
    purpose: '신청서에 인쇄되는 근저당 은행의 정보입니다.',
  },
  {
    label: '공탁 관리',
    href: '/services/deposit',
    names: '공탁, 공탁관리, 공탁데이터, 공탁사건',
    purpose: '공탁 사건의 기한을 살피고 한꺼번에 고칩니다.',
  },
  {
    label: '공탁 사건부',
    href: '/services/deposit?tab=table',
    names: '공문, 공탁사건부',
    purpose: '사건을 열어 공문을 작성하고 내려받습니다.',
    isOfficeWork: true,
  },
  {
    label: '공탁 리포트',
    href: '/services/deposit?tab=report',
    names: '공탁리포트, 공탁보고서, 공탁집계, 미수금, 리포트, 보고서',
    purpose: '사업구간별 비용과 미수금을 봅니다.',
  },
  {
    label: '법정 사건부',
    href: '/staff/register',
    names: '법정사건부, 일련번호, 월계, 누계, 월마감, 연간보고, 협회보고',
    purpose: '법무사법이 정한 사건부입니다. 일련번호와 월계·누계, 연간 보고를 봅니다.',
    isOfficeWork: true,
  },
  {
    label: '회사관리',
    href: '/services/deposit?tab=company',
    names: '회사관리, 회사정보, 회사목록, 거래처관리, 거래처목록',
    purpose: '발주처와 회사를 적어 둡니다.',
    isOfficeWork: true,
  },
  {
    label: '부서관리',
    href: '/services/deposit?tab=department',
    names: '부서관리, 부서목록',
    purpose: '회사의 부서를 적어 둡니다.',
    isOfficeWork: true,
  },
  {
    label: '관리자관리',
    href: '/services/deposit?tab=manager',
    names: '관리자관리, 관리자목록, 담당자관리, 담당자목록',
    purpose: '회사 담당자의 연락처를 적어 둡니다.',
    isOfficeWork: true,
  },
  {
    label: '공탁 사업구간관리',
    href: '/services/deposit?tab=project',
    names: '공탁사업구간, 사업구간관리',
    purpose: '공탁 사건이 속하는 사업구간입니다.',
  },
  {
    label: '부동산 주소',
    href: '/staff/addresses',
    names: '부동산주소, 등본, 등기부등본, 등기부, 토지조서, 보상금',
    purpose: '부동산 주소와 등본, 소유자와 건물, 토지를 다룹니다.',
  },
  {
    label: '카드사용내역',
    href: '/staff/card-report',
    names: '카드사용내역, 카드내역, 카드사용, 카드관리, 법인카드, 카드, 영수증',
    purpose: '카드사용내역을 보고 적습니다.',
    isOfficeWork: true,
  },
  {
    label: '차량·카드 장부',
    href: '/staff/car-ledger',
    names: '차량, 차량장부, 차량일지, 차량운행, 운행일지, 주유',
    purpose: '차량과 카드의 장부입니다.',
    isOfficeWork: true,
  },
  {
    label: '퀵',
    href: '/quick',
    names: '퀵, 퀵서비스, 퀵기록, 퀵잔액, 배송',
    purpose: '퀵 배송과 충전, 잔액을 적습니다.',
    isOfficeWork: true,
  },
  {
    label: '휴가신청',
    href: '/staff/leave-request',
    names: '휴가, 휴가신청, 연차, 연차신청, 반차, 병가',
    purpose: '휴가를 신청하고 남은 연차를 봅니다.',
    isOfficeWork: true,
  },
  {
    label: '문의함',
    href: '/staff/inquiries',
    names: '문의, 문의함, 문의글',
    purpose: '누리집으로 들어온 문의를 처리합니다.',
    isOfficeWork: true,
  },
  {
    label: '보낼 작업',
    href: '/staff/outbox',
    names: '보낼작업, 전송대기, 전송목록, 충돌',
    purpose: '아직 서버에 보내지 못한 수정과 충돌을 봅니다.',
    isOfficeWork: true,
  },
  {
    label: '소식',
    href: '/staff/blog',
    names: '블로그, 소식, 공지, 글쓰기, 글작성',
    purpose: '누리집의 글을 쓰고 발행합니다.',
    isOfficeWork: true,
  },
  {
    label: 'AI 채팅',
    href: '/features',
    names: '채팅, 지난대화',
    purpose: '장부와 화면에 관해 묻고, 위쪽의 ‘지난 대화’에서 전에 나눈 대화를 엽니다.',
    isOfficeWork: true,
  },
  {
    label: '로그인한 기기',
    href: '/account/devices',
    names: '기기, 로그인된기기, 로그인한기기, 기기관리',
    purpose: '로그인한 기기를 보고 내보냅니다.',
    isOfficeWork: true,
  },
  {
    label: '보안',
    href: '/account/security',
    names: '보안, 2단계인증, 패스키, 인증앱, 복구코드',
    purpose: '패스키와 인증 앱, 복구 코드를 정합니다.',
    isOfficeWork: true,
  },
  {
    label: '연동 API',
    href: '/staff/api',
    names: 'api, 연동, openapi',
    purpose: '다른 프로그램에서 부를 수 있는 호출의 목록입니다.',
    isOfficeWork: true,
  },
  {
    label: '사용자 관리',
    href: '/settings?tab=people',
    names: '사용자관리, 직원관리, 계정관리, 권한',
    purpose: '직원의 이름과 연락처를 보고, 직원을 초대하고 권한과 연차를 정합니다.',
    isForSuperusers: true,
    isOfficeWork: true,
  },
  {
    label: '작업 관리',
    href: '/settings/server?tab=tasks',
    names: '작업관리, 작업현황, 작업모니터',
    purpose: '뒤에서 도는 작업을 봅니다.',
    isForSuperusers: true,
    isOfficeWork: true,
  },
  {
    label: '사무소 정보',
    href: '/settings?tab=office',
    names: '사무소정보, 사무소이름, 사무소전화, 사무소설정, 직인',
    purpose: '사무소의 이름과 전화번호, 직인을 정합니다.',
    isForSuperusers: true,
  },
  {
    label: '요율',
    href: '/settings?tab=rates',
    names: '요율, 세율, 수수료표, 수수료설정',
    purpose: '세율과 수수료를 시행일과 함께 정합니다.',
    isForSuperusers: true,
  },
  {
    label: '접속기록',
    href: '/settings?tab=trail',
    names: '접속기록, 감사기록, 로그기록',
    purpose: '누가 언제 무엇을 보았는지 남은 기록입니다.',
    isForSuperusers: true,
    isOfficeWork: true,
  },
  {
    label: '보유기간·파기',
    href: '/settings?tab=keeping',
    names: '보유기간, 파기, 파기대장',
    purpose: '기록의 보유기간과 파기 대상, 파기 대장을 봅니다.',
    isForSuperusers: true,
  },
  {
    label: '정보주체 요청',
    href: '/settings?tab=requests',
    names: '정보주체, 정보주체요청, 처리정지',
    purpose: '개인정보의 열람과 삭제, 처리정지 요청을 처리합니다.',
    isForSuperusers: true,
  },
  {
    label: '서버 운영',
    href: '/settings/server',
    names: '서버운영, 서버상태, 서버설정, 백업',
    purpose: '서버의 상태와 마지막 백업, 설정을 봅니다.',
    isForSuperusers: true,
    isOfficeWork: true,
  },
  {
    label: '데이터',
    href: '/settings?tab=data',
    names: '미전송, 데모데이터, 예시데이터, 데모자료',
    purpose: '미전송 내역을 보고 데모 데이터를 삭제합니다.',
    isForSuperusers: true,
    isOfficeWork: true,
  },
] as const satisfies readonly OfficeScreen[]

export type ScreenLabel = (typeof officeScreens)[number]['label']
