import { demoId } from '../demo/demo-picker.ts'

/** Fictional banks; their numbers have wrong check digits, so that they belong to nobody. */
const banks = [
  {
    name: '주식회사 해든은행',
    position: '달빛지점',
    address: '가람도 솔빛시 해든구 해든대로12길 1',
    owner_name: '윤여울',
  },
  { name: '누리상호금융', position: null, address: '누리군 하늘면 별빛로3길 10', owner_name: '최도담' },
  { name: '솔빛새마음금고', position: '나루지점', address: '가람도 솔빛시 나루구 여울강변로 50', owner_name: '한나래' },
  { name: '주식회사 가람저축은행', position: '본점', address: '가람도 해든시 가온읍 달빛로 3', owner_name: '오하람' },
] as const

export type DemoBank = ReturnType<typeof demoBanks>[number]

export function demoBanks(seed: number) {
  return banks.map((bank, index) => ({
    id: demoId(seed ^ 0xba2, index),
    version: 1,
    is_demo: true,
    ...bank,
    corporate_num: `000000-000000${index + 1}`,
    company_num: `000-00-0000${index + 1}`,
  }))
}
