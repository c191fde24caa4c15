import { afterAll, beforeAll, expect } from 'vitest'
import { letterListSchema, letterPath, savedLetterSchema } from '#contract/deposit-cases/deposit-cases.ts'
import { newId } from '#server/new-id.ts'
import { buildTestApp, type SignedIn, type TestApp } from '../servers/build-test-app.ts'
import { readPdf } from './read-pdf.ts'

/** The fields of a deposit case that letters use. */
export const letterFields = {
  business_section: '누리천 정비 2차',
  business_manager: '박새론 과장',
  purpose: '소유권이전',
  owner_name: '金가온(김가온)',
  address: '누리군 하늘면 별빛리 산 12-3 임야 1,204㎡',
  deposit_name: '누리철도건설단',
}

export interface LetterDesk {
  server: TestApp
  staff: SignedIn
  /** The default case for letters. */
  caseId: string
}

/**
 * A server for a test file, a member of its staff, and a case to write letters about; available
 * once the tests run.
 */
export function openLetterDesk(now: () => Date) {
  const desk = {} as LetterDesk
  const calls = createLetterCalls(() => desk.staff)
  beforeAll(async () => {
    desk.server = await buildTestApp({ now })
    desk.staff = await desk.server.signIn('staff')
    desk.caseId = await calls.makeCase()
  })
  afterAll(() => desk.server.close())
  return {
    desk,
    calls,
    post: (payload: object) => calls.post({ deposition: desk.caseId, ...payload }),
    save: (payload: object = {}) => calls.save({ deposition: desk.caseId, ...payload }),
  }
}

/** Calls that create and read cases and letters as the current `staff`. */
function createLetterCalls(staff: () => SignedIn) {
  const post = async (payload: object) =>
    await staff().inject({
      method: 'POST',
      url: letterPath,
      payload: { title: '공탁 공문', content: '본문', ...payload },
    })
  return {
    post,
    async save(payload: object) {
      const response = await post(payload)
      expect(response.statusCode).toBe(201)
      return savedLetterSchema.parse(response.json())
    },
    async makeCase(change: object = {}): Promise<string> {
      const payload = { id: newId(), ...letterFields, ...change }
      const response = await staff().inject({ method: 'POST', url: '/api/mysql/deposition/list/', payload })
      expect(response.statusCode).toBe(201)
      return payload.id
    },
    async list(query: Record<string, string>) {
      const response = await staff().inject({ method: 'GET', url: letterPath, query })
      return letterListSchema.parse(response.json())
    },
    async fetchPdf(url: string) {
      const response = await staff().inject({ method: 'GET', url })
      expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/pdf'])
      return await readPdf(response.rawPayload)
    },
  }
}
