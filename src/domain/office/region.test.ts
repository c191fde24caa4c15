import { expect, test } from 'vitest'
import { isGreatCity, provinces, readRegion } from './region.ts'

test.each([
  ['서울시 중구 을지로 1', '서울특별시', '서울시 중구 '],
  ['서울 중구 을지로 1', '서울특별시', '서울 중구 '],
  ['서울특별시중구 을지로 1', '서울특별시', '서울특별시중구 '],
  ['서울중구 을지로 1', '서울특별시', '서울중구 '],
  ['인천시서구 가정동 1', '인천광역시', '인천시서구 '],
  ['부산진구 부전동 1', '부산광역시', '부산진구 '],
  ['광주서구 치평동 1', '광주광역시', '광주서구 '],
  ['경기도의회 1', undefined, ''],
  ['부산직할시 동래구 명륜동 1', '부산광역시', '부산직할시 동래구 '],
  ['대구시 달성군 다사읍 1', '대구광역시', '대구시 달성군 '],
  ['경기 수원시 영통구 매탄동 1', '경기도', '경기 수원시 영통구 '],
  ['강원도 춘천시 1', '강원특별자치도', '강원도 춘천시 '],
  ['전라북도 전주시 완산구 1', '전북특별자치도', '전라북도 전주시 완산구 '],
  ['제주도 서귀포시 1', '제주특별자치도', '제주도 서귀포시 '],
  ['세종시 어진동 1', '세종특별자치시', '세종시 '],
  ['광주 북구 용봉동 1', '광주광역시', '광주 북구 '],
  ['광주시 초월읍 1', '경기도', '광주시 '],
  ['전남광주통합특별시 여수시 1', '전남광주통합특별시', '전남광주통합특별시 여수시 '],
  ['가람도 솔빛시 해든구 달빛동 1', undefined, '가람도 솔빛시 해든구 '],
  ['창원시 성산구 1', undefined, '창원시 성산구 '],
])('reads the region of %s', (address, name, district) => {
  const region = readRegion(address)
  expect([region.province?.name, region.district]).toEqual([name, district])
})

test('reads every form of every 시·도', () => {
  for (const province of provinces)
    for (const form of [province.name, province.short, ...province.spellings]) {
      if (form === '광주' || form === '광주시') continue
      expect([form, readRegion(`${form} 가나구 다라동 1`).province?.name]).toEqual([form, province.name])
    }
})

test.each([
  ['서울시 강서구 1', '2026-11-27', true],
  ['인천시 서구 가정동 1', '2026-11-27', true],
  ['울산 울주군 1', '2026-11-27', true],
  ['부산시기장군 정관읍 1', '2026-11-27', true],
  ['광주시광산구 1', '2026-11-27', true],
  ['광주광역시 남구 1', '2026-11-27', true],
  ['전남광주통합특별시 광산구 1', '2026-11-27', true],
  ['광주특별시 동구 1', '2026-11-27', true],
  ['전남광주통합특별시 목포시 1', '2026-11-27', null],
  ['전라남도 순천시 1', '2026-11-27', null],
  ['전남 순천시 1', '2026-06-30', false],
  ['세종 한솔동 1', '2026-11-27', false],
  ['경기도 광주시 1', '2026-11-27', false],
  ['광주시 오포읍 1', '2026-11-27', false],
  ['가람도 솔빛시 1', '2026-11-27', false],
  ['강남구 역삼동 1', '2026-11-27', null],
  ['', '2026-11-27', null],
] as const)('%s on %s is in a metropolitan city: %s', (address, day, expected) => {
  expect(isGreatCity(address, day)).toBe(expected)
})
