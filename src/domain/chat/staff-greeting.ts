/** The chat's greeting for staff. */
export const staffGreeting =
  '안녕하세요. 장부 도우미입니다. 사람이 아니라 정해진 규칙에 따라, 장부와 공개된 안내에서 찾은 내용만 답합니다. 사건과 기한, 미수금과 합계, 연차와 화면을 물어보시고, 상태와 날짜, 비고는 바꿔 달라고 하세요. 바꾸는 것은 ‘적용’을 누르실 때입니다.'

/** The greeting when a language model answers. */
export const staffModelGreeting =
  '안녕하세요. 장부 도우미입니다. 사람이 아니라 언어 모델이 본인의 권한으로 장부와 공개된 안내를 찾아 답하므로 틀릴 수 있습니다. 표와 출처를 확인해 주세요. 주민등록번호와 계좌번호, 전화번호 같은 번호는 가리고 묻습니다. 바꾸는 것은 ‘적용’을 누르실 때입니다.'

/** Examples that the office's records can always answer. */
export const staffExamples = [
  '이번 달 접수된 공탁 사건 몇 건이야?',
  '사업구간별 보수료 합계',
  '마감이 다가오는 사건 보여 줘',
  '미수금이 얼마야?',
  '남은 연차 며칠이야?',
  '카드사용내역은 어디서 봐?',
] as const
