import * as XLSX from '@e965/xlsx'
import { afterAll, expect, test } from 'vitest'
import { makeMaster, makeOffice } from '#tests/support/books/master-data.ts'
import { buildTestApp } from '#tests/support/servers/build-test-app.ts'

const server = await buildTestApp({ now: () => new Date('2026-11-20T15:30:00Z') })
afterAll(server.close)

test('exports the filtered titles as a workbook whose name starts with the office day', async () => {
  const staff = await server.signIn('staff')
  const { road } = await makeOffice(staff)
  const fields = { name: '잔여지 매수분', project: road.project, status: '완료', progress_percentage: 80 }
  await makeMaster(staff, 'title', { ...fields, description: '=1+1' })
  const url = '/api/deposition/title/export_excel'
  const response = await staff.inject({ method: 'GET', url, query: { status: '완료', manager: road.manager } })
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-disposition']).toContain('filename="2026-11-21_title-list.xlsx"')
  expect(response.headers['content-disposition']).toContain(`2026-11-21_${encodeURIComponent('목록')}.xlsx`)
  const book = XLSX.read(response.rawPayload)
  const rows = XLSX.utils.sheet_to_json(Object.values(book.Sheets)[0] ?? {})
  expect(rows).toMatchObject([
    {
      목록명: '잔여지 매수분',
      프로젝트: '누리천 정비 2차',
      관리자: '박새론',
      부서: '보상1부',
      회사: '가상도로공사',
      상태: '완료',
      '진행률(%)': 80,
      설명: "'=1+1",
      // A day of Excel, with its time.
      등록일: expect.any(Number),
    },
    { 목록명: '총 1건' },
  ])
  const [last] = await server.db.selectFrom('audit').selectAll().orderBy('seq', 'desc').limit(1).execute()
  expect(last).toMatchObject({ act: 'export', collection: 'titles' })
})

test('refuses an unknown ordering before the sheet is begun', async () => {
  const staff = await server.signIn('staff')
  const url = '/api/deposition/title/export_excel'
  const response = await staff.inject({ method: 'GET', url, query: { ordering: '=1+1' } })
  expect([response.statusCode, response.json().fields]).toEqual([400, { ordering: '정렬할 수 없는 항목입니다.' }])
})
