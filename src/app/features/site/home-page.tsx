import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { OfficeMark } from '#app/ui/display/office-mark.tsx'
import { useOffice } from '#app/ui/office/office-profile.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { formatDay } from '#domain/dates/office-date.ts'
import { formatScrivener } from '#domain/office/office-texts.ts'
import { withParticle } from '#domain/text/with-particle.ts'
import {
  AddressOnMap,
  CallButtons,
  ClosingCall,
  LatticeBand,
  PageSection,
  RegisterEntries,
  TextColumn,
} from './page-parts.tsx'

const services = [
  {
    to: '/services/real-estate',
    title: '부동산 등기',
    text: '매매와 상속, 담보의 설정과 말소, 신탁, 임대주택 부기등기. 잔금일에 맞추어 서류를 확인하고 그날 접수합니다.',
  },
  {
    to: '/services/corporate',
    title: '법인 등기',
    text: '회사 설립과 임원 변경, 본점 이전, 증자. 등기할 일이 생긴 날부터 2주인 기한을 놓치지 않게 챙깁니다.',
  },
  {
    to: '/services/deposit',
    title: '공탁',
    text: '변제공탁과 집행공탁, 토지수용 보상금의 공탁. 수용개시일 안에 끝나도록 날짜를 거꾸로 세어 준비합니다.',
  },
  {
    to: '/services/civil',
    title: '민사 서류',
    text: '소장과 답변서, 지급명령, 강제집행, 상속 서류. 작성과 제출을 대행하며 소송을 대리하지는 않습니다.',
  },
] as const

const manners = [
  {
    title: '견적을 먼저 드립니다',
    text: '보수와 공과금, 증지·인지, 제증명 비용을 나누어 적습니다. 접수한 뒤에 금액이 바뀌면 이유를 적어 다시 알려 드립니다.',
  },
  {
    title: '한 담당자가 끝까지 맡습니다',
    text: '상담한 담당자가 접수와 완료까지 책임지고, 접수번호가 나온 날과 등기가 끝난 날에 먼저 연락드립니다.',
  },
  {
    title: '완료된 등기부를 다시 읽습니다',
    text: '등기가 끝나면 등기사항증명서를 떼어 신청한 내용과 한 글자씩 맞추어 본 뒤 등기필정보를 건네 드립니다.',
  },
] as const

/** `/`: what the office does, how it works, how to reach it. */
export function HomePage() {
  return (
    <>
      <Hero />
      <section aria-labelledby="services" className="border-b py-12 sm:py-18">
        <TextColumn>
          <h2 id="services" className="font-serif text-[28px] leading-10 font-semibold">
            맡는 일
          </h2>
          <ul className="mt-8 grid border-t-2 border-ink md:grid-cols-2 md:gap-x-12">
            {services.map((service) => (
              <li key={service.to} className="border-b">
                <Link to={service.to} className="group grid h-full grid-cols-[1fr_auto] gap-x-4 py-7">
                  <h3 className="font-serif text-[21px] leading-8 font-semibold underline-offset-6 group-hover:underline">
                    {service.title}
                  </h3>
                  <Arrow />
                  <p className="mt-2 max-w-[30em] text-lead text-ink-2">{service.text}</p>
                </Link>
              </li>
            ))}
          </ul>
        </TextColumn>
      </section>
      <PageSection id="manners" title="일하는 방식">
        <RegisterEntries entries={manners} />
        <p className="mt-6">
          <Link to="/about" className="font-semibold text-primary underline underline-offset-4">
            사무소 소개
          </Link>
        </p>
      </PageSection>
      <ClosingCall title="날짜가 정해졌다면, 그보다 먼저 전화를 주세요.">
        잔금일과 결의일, 수용개시일처럼 되돌릴 수 없는 날이 있습니다. 남은 날을 알려 주시면 그 안에 할 일을 순서대로
        적어 드립니다.
      </ClosingCall>
    </>
  )
}

/**
 * Inline SVG; importing a shared icon would add the staff screens' icon chunk to a visitor's
 * download.
 */
function Arrow() {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 24 24"
      aria-hidden
      data-screen-only
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      className="mt-1.5 text-ink-3 transition-transform duration-140 group-hover:translate-x-1"
    >
      <path d="M4 12h16M13 5l7 7-7 7" />
    </svg>
  )
}

function Hero() {
  const office = useOffice()
  return (
    <div className="border-b">
      <LatticeBand />
      <TextColumn>
        <div className="grid items-center gap-x-14 gap-y-10 pt-10 pb-16 sm:pt-20 sm:pb-24 lg:grid-cols-[1fr_430px] print:block print:space-y-10">
          <div>
            <h1 className="font-serif text-[32px] leading-[48px] font-semibold text-balance sm:text-[52px] sm:leading-[76px]">
              등기부에 적히는 한{'\u00a0'}줄까지 책임지고 맡습니다.
            </h1>
            <ContactDetails />
            <p className="measure mt-6 text-[17px] leading-[31px] text-ink-2">
              집을 사고팔 때, 담보를 잡거나 풀 때, 회사를 세울 때 권리는 등기부에 적혀야 비로소 지켜집니다.{' '}
              {withParticle(office.name, '은/는')} 서류를 받는 날부터 등기필정보를 건네는 날까지 한 담당자가 맡아
              처리합니다.
            </p>
            <div className="mt-8">
              <CallButtons />
            </div>
          </div>
          <RegisterSheet className="w-full max-w-[430px] justify-self-center lg:justify-self-end" />
        </div>
      </TextColumn>
    </div>
  )
}

/** Contact details at the top: who answers, telephone, hours, and address. */
function ContactDetails() {
  const office = useOffice()
  const registration = office.registration_number && ` (등록번호 ${office.registration_number})`
  return (
    <dl className="mt-5 grid grid-cols-[72px_1fr] gap-x-3 gap-y-1.5 border-t border-rule-strong pt-4 text-lead">
      <dt className="text-ink-3">전화</dt>
      <dd>
        <a href={`tel:${office.telephone}`} className="tabular font-semibold underline underline-offset-4">
          {office.telephone}
        </a>{' '}
        <span className="text-ink-2">{office.hours}</span>
      </dd>
      <dt className="text-ink-3">상담</dt>
      <dd>
        {formatScrivener(office)}
        {registration}
      </dd>
      <dt className="text-ink-3">오시는 길</dt>
      <dd>
        <AddressOnMap />
      </dd>
      <Fees />
    </dl>
  )
}

/** Fees for a transfer by the office's own 보수기준; nothing if it has none. */
function Fees() {
  const { fees } = useOffice()
  const [first] = fees
  if (!first) return null
  return (
    <>
      <dt className="text-ink-3">보수 예시</dt>
      <dd>
        매매 소유권이전등기{' '}
        <ul className="mt-0.5 flex flex-wrap gap-x-5">
          {fees.map(({ price, fee }) => (
            <li key={price} className="tabular whitespace-nowrap">
              <span className="text-ink-2">{price / 100_000_000}억원</span>{' '}
              <span className="font-semibold">{formatNumber(fee)}원</span>
            </li>
          ))}
        </ul>
        <p className="text-label text-ink-2">
          매매가액에 따른 예시({formatDay(first.since)}. 시행 보수기준)이며, 부가가치세와 세금·공과금은 따로입니다.
        </p>
      </dd>
    </>
  )
}

interface RegisterLine {
  rank: string
  purpose: string
  receipt: string
  holder: string
  /** A cancelled entry is struck through in red, as the register prints it. */
  isCancelled?: true
}

const ownership: readonly RegisterLine[] = [
  { rank: '1', purpose: '소유권보존', receipt: '2019년3월8일 제1042호', holder: '소유자 김가온' },
  { rank: '2', purpose: '소유권이전', receipt: '2026년5월4일 제2817호', holder: '소유자 박새론' },
]

const otherRights: readonly RegisterLine[] = [
  {
    rank: '1',
    purpose: '근저당권설정',
    receipt: '2019년3월8일 제1043호',
    holder: '근저당권자 해든은행',
    isCancelled: true,
  },
  { rank: '2', purpose: '1번근저당권설정등기말소', receipt: '2026년5월4일 제2816호', holder: '해지' },
]

/**
 * A sheet of a land register after the office's work: sold, the old mortgage cancelled on the same
 * day, sealed. Made of text, decorative and hidden from screen readers; people and places are
 * fictional.
 */
function RegisterSheet({ className = '' }: { className?: string }) {
  return (
    <div
      aria-hidden
      className={`relative break-inside-avoid border-3 border-double border-rule-strong bg-paper-raised px-4 pt-5 pb-10 sm:px-6 ${className}`}
    >
      <p className="text-center font-serif text-lead font-semibold tracking-[0.3em]">등기사항전부증명서</p>
      <p className="mt-1 mb-4 text-center text-label text-ink-3">가람도 솔빛시 해든구 달빛동 123-4</p>
      <RegisterSection name="갑" about="소유권에 관한 사항" lines={ownership} />
      <RegisterSection name="을" about="소유권 이외의 권리에 관한 사항" lines={otherRights} />
      <span className="absolute right-5 -bottom-4 rotate-3 opacity-90">
        <OfficeMark size={66} isStamp />
      </span>
    </div>
  )
}

function RegisterSection({ name, about, lines }: { name: string; about: string; lines: readonly RegisterLine[] }) {
  return (
    <div className="mt-4 text-label">
      <p className="border border-rule-strong bg-paper-sunk px-2 py-1 text-center">
        <span className="font-semibold">
          【 {name} <span className="inline-block w-3" /> 구 】
        </span>{' '}
        <span className="text-ink-2">( {about} )</span>
      </p>
      {lines.map((line) => (
        <div key={line.rank} className="grid grid-cols-[26px_1fr_1fr] border border-t-0 border-rule-strong">
          <span className="tabular border-r border-rule-strong py-1.5 text-center">{line.rank}</span>
          <span className="border-r border-rule-strong px-2 py-1.5">
            <Struck isStruck={line.isCancelled === true}>{line.purpose}</Struck>
          </span>
          <span className="px-2 py-1.5 text-ink-2">
            <Struck isStruck={line.isCancelled === true}>
              {line.receipt}
              <br />
              {line.holder}
            </Struck>
          </span>
        </div>
      ))}
    </div>
  )
}

function Struck({ isStruck, children }: { isStruck: boolean; children: ReactNode }) {
  return <span className={isStruck ? 'line-through decoration-danger decoration-[1.5px]' : ''}>{children}</span>
}
