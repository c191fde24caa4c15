import type { FieldPart } from './field.ts'

/**
 * Columns into which offices and registers split a lot's location: 시도, 시군구, 읍면동, 리, and the lot
 * number in one or two columns.
 */
export const lotParts = [
  { titles: ['시도', '시/도', '광역시도', '시도명'], isField: true },
  { titles: ['시군구', '시/군/구', '시군', '구군', '시군구명'], isField: true },
  { titles: ['읍면동', '동', '읍', '면', '읍/면/동', '법정동', '법정동명', '동리', '읍면동명', '동명'] },
  { titles: ['리', '리명', '동/리'] },
  { titles: ['소재지', '토지 소재지', '토지소재', '소재', '위치', '법정동 주소', '주소'] },
  { titles: ['산', '산여부', '임야구분', '대장구분', '필지구분'], as: 'mountain' },
  { titles: ['지번', '번지', '본번', '본 번', '지번 본번', '번지수'] },
  { titles: ['부번', '부 번', '지번 부번', '호번'], as: 'minor' },
] as const satisfies readonly FieldPart[]

export const unitNumberParts = [
  { titles: ['동', '건물동', '동번호', '동명칭', '동명'] },
  { titles: ['층', '층수', '층번호'], as: 'floor' },
  { titles: ['호', '호수', '호실', '호번호', '호명', '호명칭'] },
] as const satisfies readonly FieldPart[]

export const postalParts = [
  { titles: ['주소', '기본주소', '도로명주소', '주소1', '소유자 주소'] },
  { titles: ['상세주소', '나머지 주소', '세부주소', '주소2', '소유자 상세주소'] },
] as const satisfies readonly FieldPart[]

export const momentParts = [
  { titles: ['날짜', '일자', '등록일', '등록일자', '배송일', '배송일자'], as: 'day' },
  { titles: ['시간', '시각', '등록시간', '등록시각', '배송시간'], as: 'time' },
] as const satisfies readonly FieldPart[]
