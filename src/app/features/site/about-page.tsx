import { useOffice } from '#app/ui/office/office-profile.ts'
import { formatOpeningHours, formatScrivener } from '#domain/office/office-texts.ts'
import { withParticle } from '#domain/text/with-particle.ts'
import { listOtherWork } from './about-texts.ts'
import {
  AddressOnMap,
  CallButtons,
  Lattice,
  PageOpening,
  PageSection,
  RegisterEntries,
  Signature,
  TextColumn,
} from './page-parts.tsx'
import { QuestionList } from './service-page-parts.tsx'

const principles = [
  {
    title: '한 사람이 끝까지',
    text: '상담한 담당자가 접수와 완료까지 맡습니다. 중간에 다른 사람에게 처음부터 다시 설명하실 일이 없습니다.',
  },
  { title: '금액은 먼저', text: '보수와 공과금, 증지·인지, 제증명을 나누어 적은 견적을 일을 시작하기 전에 드립니다.' },
  {
    title: '할 수 있는 일만',
    text: '법무사는 서류를 작성하고 제출을 대행합니다. 소송대리처럼 변호사의 도움이 필요한 일은 그렇다고 말씀드립니다.',
  },
  { title: '정보는 그 일에만', text: '맡기신 개인정보는 의뢰하신 일에만 쓰고, 정해진 보관 기간이 지나면 지웁니다.' },
]

/** The services of a scrivener under 법무사법 제2조, in the words of somebody who needs them. */
const scope = [
  { title: '신청을 대리합니다', text: '등기와 공탁 사건의 신청을 의뢰인을 대리하여 합니다.' },
  { title: '서류를 작성하고 제출합니다', text: '법원과 검찰청, 등기소에 내는 서류를 작성하고 제출을 대행합니다.' },
  { title: '상담하고 자문합니다', text: '위와 같은 일을 하는 데 필요한 상담과 자문을 합니다.' },
  {
    title: '하지 않습니다',
    text: '법정에서의 변론과 소송대리, 상대방과의 협상은 법무사의 일이 아니므로 맡지 않습니다.',
  },
]

export function AboutPage() {
  const office = useOffice()
  return (
    <>
      <PageOpening title="사무소 소개">
        {withParticle(office.name, '은/는')} 등기와 공탁을 주로 맡는 법무사사무소입니다. 많이 맡기보다 맡은 일을 정확히
        끝내는 것을 앞에 둡니다.
      </PageOpening>
      <PageSection id="principles" title="일하는 원칙">
        <RegisterEntries entries={principles} />
      </PageSection>
      <PageSection id="scope" title="맡는 일의 범위">
        <RegisterEntries entries={scope} />
      </PageSection>
      <PageSection id="other-work" title="이런 일도 맡나요?">
        <QuestionList id="other-work" questions={listOtherWork(office)} />
      </PageSection>
      <PageSection id="visit" title="오시는 길과 연락처">
        <div className="grid items-start gap-10 sm:grid-cols-[1fr_auto] print:block print:space-y-10">
          <dl className="grid grid-cols-[88px_1fr] gap-y-3 border-t-2 border-ink pt-5 text-lead">
            <dt className="text-ink-3">대표</dt>
            <dd>{formatScrivener(office)}</dd>
            <dt className="text-ink-3">주소</dt>
            <dd>
              <AddressOnMap />
            </dd>
            <dt className="text-ink-3">전화</dt>
            <dd>
              <a href={`tel:${office.telephone}`} className="tabular underline underline-offset-4">
                {office.telephone}
              </a>
            </dd>
            {office.fax ? (
              <>
                <dt className="text-ink-3">팩스</dt>
                <dd className="tabular">{office.fax}</dd>
              </>
            ) : null}
            <dt className="text-ink-3">상담 시간</dt>
            <dd>{formatOpeningHours(office.hours)}</dd>
          </dl>
          <Lattice className="hidden h-48 sm:block" />
        </div>
        <div className="mt-8">
          <CallButtons />
        </div>
      </PageSection>
      <TextColumn>
        <div className="py-12">
          <Signature />
        </div>
      </TextColumn>
    </>
  )
}
