const first =
  'Conceição Otávio Jaciara Sebastião Iracema Luiz Íris Wagner Marlene Tainá Rubens Cíntia Davi Zuleica Moacir Yasmin Edson Noêmia Caio Lívia'.split(
    ' ',
  );
const last =
  'Figueiredo Brandão Tupinambá Moura Peçanha Queiroz Montenegro Luz Assunção Barros Vilela Nóbrega Sampaio Teles Guimarães Xavier Leal Prado'.split(
    ' ',
  );

/** A made-up customer's name, always the same for the same number. */
export const nameOf = (n: number): string => `${first[n % first.length]} ${last[Math.floor(n / first.length) % last.length]}`;

/** A made-up Brazilian mobile number as the channel writes it; `run` gives two runs different customers. */
export const numberOf = (run: number, n: number): string =>
  `5511${String(60_000_000 + ((run * 10_007 + n) % 39_999_999)).padStart(8, '0')}`;
