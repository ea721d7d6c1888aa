/** English word -> the same in ar, de, es, fr, it, nl, pt, zh; singular, most usual word first. */
export const WORD_TRANSLATIONS: Readonly<Record<string, string>> = {
  dress: 'فستان,Kleid,vestido,robe,vestito,jurk,vestido,连衣裙',
  lamp: 'مصباح,Lampe,lámpara,lampe,lampada,lamp,luminária,灯具',
}
