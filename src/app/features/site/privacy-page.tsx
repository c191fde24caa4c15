import { useEffect, useState } from 'react'
import type { PrivacyNoticeData, PrivacyRecipientTexts } from '#contract/retention/privacy-notice.ts'
import { formatScrivener } from '#domain/office/office-texts.ts'
import { PolicyPage, type PolicySection } from './policy-page.tsx'
import { fetchPrivacyNotice } from './read-privacy.ts'

/**
 * `/privacy` (개인정보 보호법 제30조). Shows the data it was rendered with, then the current data.
 */
export function PrivacyPage({ notice }: { notice: PrivacyNoticeData | null }) {
  const current = useCurrentNotice(notice)
  return (
    <PolicyPage title="개인정보 처리방침" numbering="numbers" sections={privacySections(current)}>
      맡기신 일과 주신 문의에 필요한 만큼만 받고, 정한 기간이 지나면 지웁니다. 무엇을 왜 얼마 동안 다루는지 아래에
      적었습니다.
    </PolicyPage>
  )
}

/** A page cached on a device may hold an outdated notice. */
function useCurrentNotice(initialNotice: PrivacyNoticeData | null): PrivacyNoticeData | null {
  const [currentNotice, setCurrentNotice] = useState<PrivacyNoticeData | null>(null)
  useEffect(() => {
    const abortController = new AbortController()
    void fetchPrivacyNotice(abortController.signal).then((notice) => {
      if (abortController.signal.aborted || notice === null || JSON.stringify(notice) === JSON.stringify(initialNotice))
        return
      setCurrentNotice(notice)
      navigator.serviceWorker?.controller?.postMessage({ type: 'DRAW_ANEW' })
    })
    return () => abortController.abort()
  }, [initialNotice])
  return currentNotice ?? initialNotice
}

/**
 * The privacy policy (개인정보 보호법 제30조, 시행령 제31조). Items, periods and recipients come from the tables
 * by which the server itself keeps, sends and destroys data (contract/retention/retention-kinds.ts,
 * server/retention/privacy).
 * HAZARD: the fixed texts also describe the system. A change to one of these needs a change here:
 * resident numbers (person-numbers/resident-number.ts), pictures
 * (server/documents/pictures/inspect-picture.ts), device storage (stored-login.ts,
 * mirror, sw), reach of a destruction (server/destruction). `notice` is null if the server did not
 * respond.
 */
function privacySections(notice: PrivacyNoticeData | null): readonly PolicySection[] {
  return [
    buildPurposes(notice),
    numbers,
    provision,
    buildProcessors(notice),
    buildDestruction(notice),
    devices,
    ...remainingSections,
  ]
}

const offlineText = '인터넷에 연결되면 표를 볼 수 있습니다.'

function buildPurposes(notice: PrivacyNoticeData | null): PolicySection {
  const columns = ['목적', '항목', '보유 기간과 근거']
  const rows = notice?.kinds.map(({ purpose, items, period }) => [purpose, items, period]) ?? []
  return {
    title: '개인정보를 처리하는 목적과 항목, 보유 기간',
    paragraphs: [
      (office) =>
        `${office.name}(아래에서 "사무소")는 다음 목적에 필요한 최소한의 개인정보만 처리합니다. 목적이 바뀌면 미리 알리고 필요한 동의를 받습니다.`,
      ...(notice ? [] : [offlineText]),
    ],
    ...(notice && { table: { caption: '목적별 처리 항목과 보유 기간', columns, rows } }),
  }
}

function buildProcessors(notice: PrivacyNoticeData | null): PolicySection {
  const recipients = notice?.recipients ?? []
  const columns = ['받는 곳', '맡기는 일과 항목', '나라와 보유 기간']
  return {
    title: '처리의 위탁과 국외 이전',
    paragraphs: [
      ...(notice ? [] : [offlineText]),
      recipients.length > 0
        ? '누리집과 업무 자료는 사무소가 관리하는 서버에 보관하며, 다음 업체가 적힌 일의 범위에서 개인정보를 받습니다.'
        : '사무소는 개인정보의 처리를 다른 업체에 맡기지 않으며, 누리집과 업무 자료는 사무소가 직접 운영하는 서버에 보관합니다.',
      recipients.some(({ country }) => country !== '')
        ? '국외로 이전하는 개인정보는 아래 표에 나라와 함께 적습니다.'
        : '개인정보를 국외로 이전하지 않습니다.',
      describeChat(notice?.chat_model ?? null),
      ...(notice?.has_kakao === false ? [] : [kakaoText]),
    ],
    ...(recipients.length > 0 && {
      table: { caption: '개인정보를 받는 곳', columns, rows: recipients.map(toRecipientRow) },
    }),
  }
}

function toRecipientRow({ name, task, items, country, kept }: PrivacyRecipientTexts): string[] {
  return [name, `${task}: ${items}`, `${country || '대한민국'}. ${kept || '맡긴 일이 끝날 때까지'}`]
}

function describeChat(model: string | null): string {
  const maskingText = '주민등록번호와 카드·계좌·여권·전화번호처럼 사람을 가리키는 번호는 가린 뒤에만 보냅니다.'
  return model === null
    ? `AI 채팅은 이 서버에서 정해진 규칙으로 답합니다. 외부의 언어 모델이 답하게 하는 때에는 채팅의 첫머리에 그 사실을 적고, ${maskingText}`
    : `AI 채팅은 외부의 언어 모델(${model})의 도움을 받아 답하며 채팅의 첫머리에 그 사실을 적습니다. ${maskingText}`
}

const kakaoText =
  '로그인은 주식회사 카카오의 카카오 로그인으로 합니다. 로그인 단추를 누르시면 카카오의 화면으로 옮겨 가며, 그곳에서의 처리는 카카오의 처리방침에 따릅니다. 카카오가 내준 인증 정보는 로그인할 때 한 번만 쓰고 보관하지 않습니다.'

function buildDestruction(notice: PrivacyNoticeData | null): PolicySection {
  const backups = notice ? `길게는 ${notice.backups} 안에` : '정한 기간 안에'
  return {
    title: '파기의 절차와 방법',
    paragraphs: [
      '보유 기간이 지난 기록은 날마다 찾아 책임자가 확인한 뒤 5일 안에 파기하고, 상담 문의처럼 기간을 약속한 것은 자동으로 지웁니다. 소송 등으로 더 보관해야 하는 기록은 이유와 기한을 정하여 따로 관리합니다.',
      '파기할 때에는 기록과 함께 서류와 파일, 주민등록번호, 변경 이력에 남은 값, 만들어 둔 내보내기 파일까지 되살릴 수 없게 삭제하고, 파기한 사실만 파기 대장에 남깁니다. 직원의 기기에 있던 사본은 다음에 연결될 때 지워집니다. 종이에 적은 것은 파쇄합니다.',
      `백업 파일에 남은 것은 ${backups} 그 백업과 함께 파기하며, 백업에서 자료를 되살린 때에는 보유 기간이 지난 기록을 다시 찾아 파기합니다.`,
    ],
  }
}

const numbers: PolicySection = {
  title: '주민등록번호의 처리',
  paragraphs: [
    '주민등록번호는 등기와 공탁의 신청서에 적도록 법령이 정한 때에만 처리합니다(부동산등기법 제48조, 공탁규칙 제20조). 누리집의 문의와 로그인에서는 받지 않습니다.',
    '문의 내용이나 업무 자료의 메모처럼 자유롭게 적는 곳에 주민등록번호나 외국인등록번호가 있으면, 숫자의 모양과 생년월일로 알아보아 기기에 보관하거나 서버에 저장하기 전에 거절하고 그 이유를 알려 드립니다. 기기에 남는 초안에는 뒷자리를 가린 채로만 보관합니다. 이미지 속의 글자처럼 알아볼 수 없는 것도 있으니 적지 말아 주세요.',
  ],
}
const provision: PolicySection = {
  title: '제3자에 대한 제공',
  paragraphs: [
    '사무소는 개인정보를 제3자에게 제공하지 않습니다. 다만 위임하신 등기·공탁·민사 사무를 위하여 법원과 등기소, 공탁소, 과세관청에 서류를 제출하는 때와, 법률에 특별한 규정이 있는 때에는 그 범위에서만 제공합니다.',
  ],
}
const devices: PolicySection = {
  title: '이용자의 기기에 저장되는 것',
  paragraphs: [
    '누리집은 쿠키를 쓰지 않으며, 방문을 추적하는 도구나 광고를 두지 않습니다. 공개 페이지를 볼 때 다른 회사의 서버로 나가는 요청도 없습니다. 다음 내용은 이용자의 브라우저에만 저장되며, 브라우저 설정의 사이트 데이터 삭제로 언제든지 지우실 수 있습니다. 저장을 막으셔도 공개 페이지는 그대로 보실 수 있습니다.',
  ],
  table: {
    caption: '기기에 저장되는 내용',
    columns: ['내용', '저장하는 이유', '지워지는 때'],
    rows: [
      [
        '공개 페이지와 글꼴, 사무소 안내(이름, 주소, 전화)의 사본',
        '네트워크가 없을 때에도 다시 열기 위하여',
        '새 판으로 바뀌거나 사이트 데이터를 지울 때',
      ],
      [
        '쓰던 상담 문의의 초안',
        '창을 닫거나 새 판으로 바뀌어도 이어서 쓰기 위하여',
        '보내거나 내용을 지울 때. 7일이 지나면 문의 화면을 다음에 여실 때 지웁니다.',
      ],
      [
        'AI 채팅에서 나눈 대화와 쓰던 질문',
        '화면을 새로 고쳐도 이어서 보기 위하여. 방문자의 대화는 서버에 남기지 않습니다.',
        '탭을 닫거나 대화 지우기를 누를 때',
      ],
      ['아직 보내지 못한 상담 문의', '네트워크가 없을 때 쓰신 문의를 연결된 뒤에 보내기 위하여', '전송을 마쳤을 때'],
      [
        '로그인 정보(접근 토큰, 갱신 토큰, 회원 정보, 로그인 시각)',
        '로그인한 상태를 이어 가기 위하여. 로그인하지 않은 분에게는 저장하지 않습니다.',
        '로그아웃할 때. 서버는 접근 토큰을 1시간까지, 갱신 토큰을 로그인한 날부터 30일까지만 받습니다.',
      ],
      [
        '로그인을 시작한 화면의 주소와 확인 값',
        '로그인을 마친 뒤 보시던 화면으로 돌아가기 위하여',
        '로그인을 마칠 때. 30분이 지난 것은 쓰지 않습니다.',
      ],
      [
        '직원이 로그인한 기기: 업무 자료의 사본, 보내지 못한 작업, 되돌리기 기록, 쓰던 게시글',
        '네트워크가 없을 때에도 일하기 위하여',
        '업무 자료의 사본은 로그아웃할 때. 보내지 못한 작업은 직원이 남기기로 고른 때에만 다음 로그인까지 남습니다.',
      ],
      [
        '화면 설정(메뉴의 접힘, 마지막으로 본 업무, 직원의 표 모양과 저장한 필터)',
        '다음에 같은 모습으로 열기 위하여',
        '사이트 데이터를 지울 때',
      ],
    ],
  },
}
const remainingSections: readonly PolicySection[] = [
  {
    title: '안전성 확보조치',
    paragraphs: ['사무소는 개인정보가 새거나 바뀌거나 사라지지 않도록 다음과 같이 조치합니다.'],
    items: [
      '업무 자료는 권한을 받은 직원만 볼 수 있고, 권한을 거두면 그 사람의 접속이 곧바로 끊어집니다.',
      '로그인에 쓰는 토큰은 서버에 원래 값이 아니라 되돌릴 수 없는 값으로만 보관합니다.',
      '누가 언제 누구의 정보를 보고 바꾸고 내려받았는지 기록하며, 이 기록은 고치거나 지울 수 없게 보관합니다.',
      '인터넷을 거치는 모든 전송은 암호화하고, 백업 파일은 암호화하여 보관합니다.',
      '직원의 기기에는 네트워크가 없을 때 일하기 위한 업무 자료의 사본이 저장될 수 있으나, 주민등록번호는 이 사본에 넣지 않습니다.',
      '누리집에 올리는 이미지에서는 촬영한 곳과 기기, 설명처럼 이미지와 함께 적힌 정보를 지웁니다.',
      '처리를 정지해 달라고 하신 기록은 직원이 고치거나 내보낼 수 없게 합니다.',
      '직원은 업무에서 알게 된 비밀을 지킬 의무를 집니다(법무사법 제27조).',
    ],
  },
  {
    title: '정보주체의 권리와 행사 방법',
    paragraphs: [
      (office) =>
        `본인의 개인정보에 대하여 열람, 정정, 삭제, 처리정지, 동의의 철회와 회원 탈퇴를 언제든지 요구하실 수 있습니다. 전화(${office.telephone})나 상담 문의로 알려 주시면 본인임을 확인한 뒤 10일 안에 조치하고 결과를 알려 드립니다. 법정대리인이나 위임받은 분이 대신 하실 수도 있습니다.`,
      '법령에 따라 보존해야 하는 기록은 삭제하지 못할 수 있으며, 그때는 근거와 보존하는 기간을 알려 드립니다.',
    ],
  },
  {
    title: '개인정보 보호책임자',
    paragraphs: [
      (office) => `개인정보 보호책임자: ${formatScrivener(office)}`,
      (office) => `전화 ${office.telephone} (${office.hours}) · 주소 ${office.address}`,
    ],
  },
  {
    title: '권익침해의 구제',
    paragraphs: ['개인정보 침해에 대한 신고와 상담, 분쟁의 조정은 아래 기관에 문의하실 수 있습니다.'],
    items: [
      '개인정보 분쟁조정위원회 1833-6972',
      '개인정보침해 신고센터(한국인터넷진흥원) 118',
      '대검찰청 1301',
      '경찰청 182',
    ],
  },
  {
    title: '처리방침의 변경',
    paragraphs: [
      '이 처리방침은 2025년 5월 1일부터 시행합니다. 내용을 더하거나 빼거나 고칠 때에는 시행하기 7일 전부터 누리집에 알립니다.',
    ],
  },
]
