import type { Book, Field, RecordOf } from './field.ts'
import { createNamedWordings, type Wordings } from './wordings.ts'

/**
 * Master data behind the deposit cases: company → department → manager → project (사업구간) → title
 * (목록).
 */

/** Company 회사: the developer that orders the work. */
export const companyBook = {
  name: 'companies',
  label: '회사',
  noun: '회사',
  path: '/api/deposition/company/',
  screen: { path: '/services/deposit', search: { tab: 'company' } },
  deleteQuestion: "'{subject}' 회사를 삭제하시겠습니까?",
  searchHint: '회사명·주소, 초성',
  wordings: createNamedWordings(['회사', '가']),
  groups: { basic: '기본정보' },
  fields: [
    {
      key: 'name',
      label: '회사명',
      kind: 'text',
      group: 'basic',
      pinned: true,
      required: true,
      maxLength: 100,
      width: 200,
      searched: true,
    },
    {
      key: 'address',
      label: '주소',
      kind: 'text',
      group: 'basic',
      truncatesInMiddle: true,
      maxLength: 300,
      width: 280,
      searched: true,
    },
    {
      // 공탁서 identifies the depositor by it.
      key: 'corporate_num',
      label: '법인등록번호',
      kind: 'text',
      group: 'basic',
      isCorporateNumber: true,
      maxLength: 20,
      width: 128,
      shown: false,
    },
    { key: 'description', label: '설명', kind: 'text', group: 'basic', maxLength: 1000, width: 240, searched: true },
    // Path of the stored picture; set only by the upload.
    { key: 'img', label: '로고 이미지', kind: 'text', group: 'basic', editable: false, width: 96 },
  ],
} as const satisfies Book

/** Department 부서 of a company. */
export const departmentBook = {
  name: 'departments',
  label: '부서',
  noun: '부서',
  path: '/api/deposition/department/',
  screen: { path: '/services/deposit', search: { tab: 'department' } },
  deleteQuestion: "'{subject}' 부서를 삭제하시겠습니까?",
  searchHint: '부서명·회사, 초성',
  wordings: createNamedWordings(['부서', '가']),
  card: { title: 'name', place: 'company' },
  groups: { basic: '기본정보' },
  fields: [
    {
      key: 'company',
      label: '회사',
      kind: 'reference',
      group: 'basic',
      required: true,
      width: 200,
      refers: { collection: 'companies', label: 'name' },
    },
    {
      key: 'name',
      label: '부서명',
      kind: 'text',
      group: 'basic',
      pinned: true,
      required: true,
      maxLength: 100,
      width: 160,
      searched: true,
    },
    {
      key: 'description',
      label: '기타 정보',
      kind: 'text',
      group: 'basic',
      maxLength: 1000,
      width: 280,
      searched: true,
    },
  ],
} as const satisfies Book

/** Manager 관리자(담당자) at the developer. */
export const managerBook = {
  name: 'managers',
  label: '관리자',
  noun: '관리자',
  path: '/api/deposition/manager/',
  screen: { path: '/services/deposit', search: { tab: 'manager' } },
  deleteQuestion: "'{subject}' 관리자를 삭제하시겠습니까?",
  searchHint: '이름·연락처, 초성',
  wordings: withReason(createNamedWordings(['관리자', '가'])),
  card: { title: 'name', note: 'position', place: 'department' },
  groups: { basic: '기본정보' },
  fields: [
    {
      key: 'company',
      label: '회사',
      kind: 'reference',
      group: 'basic',
      required: true,
      width: 180,
      refers: { collection: 'companies', label: 'name' },
    },
    {
      key: 'department',
      label: '부서',
      kind: 'reference',
      group: 'basic',
      required: true,
      width: 128,
      refers: { collection: 'departments', label: 'name' },
    },
    {
      key: 'name',
      label: '이름',
      kind: 'text',
      group: 'basic',
      pinned: true,
      required: true,
      maxLength: 50,
      width: 112,
      searched: true,
    },
    {
      key: 'position',
      label: '직책',
      kind: 'text',
      repeats: true,
      group: 'basic',
      maxLength: 50,
      width: 96,
      searched: true,
    },
    {
      key: 'tel',
      label: '연락처',
      kind: 'text',
      masks: 'phone',
      group: 'basic',
      maxLength: 30,
      width: 128,
      searched: true,
      reach: 'tel',
    },
    {
      key: 'email',
      label: '이메일',
      kind: 'text',
      masks: 'email',
      group: 'basic',
      maxLength: 100,
      width: 200,
      searched: true,
      reach: 'mailto',
    },
    { key: 'description', label: '비고', kind: 'text', group: 'basic', maxLength: 1000, width: 200, shown: false },
  ],
} as const satisfies Book

/** States of projects and titles, stored as shown: 완료 green, 진행중 blue, 보류 yellow, 대기중 gray. */
const progressChoices = [
  { value: '대기중', label: '대기중', tone: 'plain' },
  { value: '진행중', label: '진행중', tone: 'info' },
  { value: '완료', label: '완료', tone: 'good' },
  { value: '보류', label: '보류', tone: 'warn' },
] as const

const statusField = {
  key: 'status',
  label: '상태',
  kind: 'enum',
  group: 'status',
  required: true,
  width: 96,
  choices: progressChoices,
  startsAs: '대기중',
} as const satisfies Field

const progressField = {
  key: 'progress_percentage',
  label: '진행률(%)',
  kind: 'number',
  group: 'status',
  scale: 0,
  min: 0,
  max: 100,
  width: 140,
} as const satisfies Field

/** Project 사업구간: a stretch of the developer's work. */
export const projectBook = {
  name: 'projects',
  label: '사업구간',
  noun: '사업구간',
  path: '/api/deposition/project/',
  screen: { path: '/services/deposit', search: { tab: 'project' } },
  deleteQuestion: "'{subject}' 사업구간을 삭제하시겠습니까?",
  searchHint: '사업구간명·관리자, 초성',
  wordings: createNamedWordings(['사업구간', '이'], { changed: ['프로젝트', '가'] }),
  card: { place: 'manager' },
  groups: { basic: '기본정보', status: '상태', date: '일자' },
  fields: [
    {
      key: 'name',
      label: '사업구간명',
      kind: 'text',
      group: 'basic',
      truncatesInMiddle: true,
      pinned: true,
      required: true,
      maxLength: 100,
      width: 240,
      searched: true,
    },
    {
      key: 'manager',
      label: '관리자',
      kind: 'reference',
      group: 'basic',
      required: true,
      width: 112,
      refers: { collection: 'managers', label: 'name' },
    },
    statusField,
    progressField,
    { key: 'start_date', label: '시작일', kind: 'date', group: 'date', width: 112 },
    { key: 'end_date', label: '종료일', kind: 'date', group: 'date', width: 112 },
    { key: 'description', label: '설명', kind: 'text', group: 'basic', maxLength: 1000, width: 200, shown: false },
  ],
} as const satisfies Book

/** Title 목록, a batch of cases within a project. */
export const titleBook = {
  name: 'titles',
  label: '목록',
  noun: '목록',
  path: '/api/deposition/title/',
  screen: { path: '/services/deposit', search: { tab: 'title' } },
  hasWindow: true,
  deleteQuestion: "'{subject}' 목록을 삭제하시겠습니까?",
  searchHint: '목록명·프로젝트, 초성',
  wordings: createNamedWordings(['목록', '이'], { adverb: '' }),
  card: { place: 'project' },
  groups: { basic: '기본정보', status: '상태', date: '일자' },
  fields: [
    {
      key: 'name',
      label: '목록명',
      kind: 'text',
      group: 'basic',
      truncatesInMiddle: true,
      pinned: true,
      required: true,
      maxLength: 100,
      width: 200,
      searched: true,
    },
    {
      key: 'project',
      label: '프로젝트',
      kind: 'reference',
      group: 'basic',
      truncatesInMiddle: true,
      required: true,
      width: 240,
      refers: { collection: 'projects', label: 'name' },
    },
    statusField,
    progressField,
    { key: 'description', label: '설명', kind: 'text', group: 'basic', maxLength: 1000, width: 240, searched: true },
  ],
} as const satisfies Book

export type TitleRecord = RecordOf<typeof titleBook>

/** For creates and changes, the message is the server's reason alone. */
function withReason({ create, update, delete: deleteWording }: Wordings): Wordings {
  return {
    create: { ...create, failedBecause: '{reason}' },
    update: { ...update, failedBecause: '{reason}' },
    delete: deleteWording,
  }
}
