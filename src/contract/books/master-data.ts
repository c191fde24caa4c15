import { choice, date, number, reference, serverText, text } from './field-builders.ts'
import type { Book } from './field.ts'
import { createNounTexts } from './wordings.ts'

/**
 * Master data behind the deposit cases: company → department → manager → project (사업구간) → title
 * (목록).
 */

/** Company 회사: the developer that orders the work. */
export const companyBook = {
  name: 'companies',
  label: '회사',
  ...createNounTexts('회사', '가'),
  path: '/api/deposition/company/',
  screen: { path: '/services/deposit', search: { tab: 'company' } },
  searchHint: '회사명·주소, 초성',
  groups: { basic: '기본정보' },
  fields: [
    text('name', '회사명', 100, { pinned: true, required: true, width: 200, searched: true }),
    text('address', '주소', 300, { width: 280, searched: true, truncatesInMiddle: true }),
    // 공탁서 identifies the depositor by it.
    text('corporate_num', '법인등록번호', 20, { width: 128, shown: false, isCorporateNumber: true }),
    text('description', '설명', 1000, { width: 240, searched: true }),
    // Path of the stored picture; set only by the upload.
    serverText('img', '로고 이미지', { width: 96 }),
  ],
} as const satisfies Book

/** Department 부서 of a company. */
export const departmentBook = {
  name: 'departments',
  label: '부서',
  ...createNounTexts('부서', '가'),
  path: '/api/deposition/department/',
  screen: { path: '/services/deposit', search: { tab: 'department' } },
  searchHint: '부서명·회사, 초성',
  card: { title: 'name', place: 'company' },
  groups: { basic: '기본정보' },
  fields: [
    reference('company', '회사', 'companies.name', { required: true, width: 200 }),
    text('name', '부서명', 100, { pinned: true, required: true, width: 160, searched: true }),
    text('description', '기타 정보', 1000, { width: 280, searched: true }),
  ],
} as const satisfies Book

/** Manager 관리자(담당자) at the developer. */
export const managerBook = {
  name: 'managers',
  label: '관리자',
  ...createNounTexts('관리자', '가', { isReasonAlone: true }),
  path: '/api/deposition/manager/',
  screen: { path: '/services/deposit', search: { tab: 'manager' } },
  searchHint: '이름·연락처, 초성',
  card: { title: 'name', note: 'position', place: 'department' },
  groups: { basic: '기본정보' },
  fields: [
    reference('company', '회사', 'companies.name', { required: true, width: 180 }),
    reference('department', '부서', 'departments.name', { required: true, width: 128 }),
    text('name', '이름', 50, { pinned: true, required: true, width: 112, searched: true }),
    text('position', '직책', 50, { width: 96, searched: true, repeats: true }),
    text('tel', '연락처', 30, { width: 128, searched: true, masks: 'phone', reach: 'tel' }),
    text('email', '이메일', 100, { width: 200, searched: true, masks: 'email', reach: 'mailto' }),
    text('description', '비고', 1000, { width: 200, shown: false }),
  ],
} as const satisfies Book

/** States of projects and titles, stored as shown: 완료 green, 진행중 blue, 보류 yellow, 대기중 gray. */
const progressFields = [
  choice('status', '상태', { group: 'status', required: true, width: 96, startsAs: '대기중' }, [
    { value: '대기중', label: '대기중', tone: 'plain' },
    { value: '진행중', label: '진행중', tone: 'info' },
    { value: '완료', label: '완료', tone: 'good' },
    { value: '보류', label: '보류', tone: 'warn' },
  ]),
  number('progress_percentage', '진행률(%)', { group: 'status', min: 0, max: 100, scale: 0, width: 140 }),
] as const

/** Project 사업구간: a stretch of the developer's work. */
export const projectBook = {
  name: 'projects',
  label: '사업구간',
  ...createNounTexts('사업구간', '이', { changed: ['프로젝트', '가'] }),
  path: '/api/deposition/project/',
  screen: { path: '/services/deposit', search: { tab: 'project' } },
  searchHint: '사업구간명·관리자, 초성',
  card: { place: 'manager' },
  groups: { basic: '기본정보', status: '상태', date: '일자' },
  fields: [
    text('name', '사업구간명', 100, {
      pinned: true,
      required: true,
      width: 240,
      searched: true,
      truncatesInMiddle: true,
    }),
    reference('manager', '관리자', 'managers.name', { required: true, width: 112 }),
    ...progressFields,
    date('start_date', '시작일', { group: 'date', width: 112 }),
    date('end_date', '종료일', { group: 'date', width: 112 }),
    text('description', '설명', 1000, { width: 200, shown: false }),
  ],
} as const satisfies Book

/** Title 목록, a batch of cases within a project. */
export const titleBook = {
  name: 'titles',
  label: '목록',
  ...createNounTexts('목록', '이', { adverb: '' }),
  path: '/api/deposition/title/',
  screen: { path: '/services/deposit', search: { tab: 'title' } },
  hasWindow: true,
  searchHint: '목록명·프로젝트, 초성',
  card: { place: 'project' },
  groups: { basic: '기본정보', status: '상태', date: '일자' },
  fields: [
    text('name', '목록명', 100, { pinned: true, required: true, width: 200, searched: true, truncatesInMiddle: true }),
    reference('project', '프로젝트', 'projects.name', { required: true, width: 240, truncatesInMiddle: true }),
    ...progressFields,
    text('description', '설명', 1000, { width: 240, searched: true }),
  ],
} as const satisfies Book
