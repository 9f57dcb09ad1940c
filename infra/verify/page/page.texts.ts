import type { Language } from '../check/findings.texts.ts';

/** The texts of the page; `{{…}}` is filled in. */
export const pageTexts: Record<Language, Record<Name, string>> = {
  pt: {
    title: 'Conferir uma exportação',
    intro: 'Esta página refaz a conta neste computador, sem internet. Nada do arquivo sai daqui.',
    file: 'Pacote exportado (.zip)',
    key: 'Chave publicada da instalação (opcional)',
    keyHelp:
      'Sem ela, compare a chave mostrada abaixo com a que a instalação publicou: um pacote só diz por si com que chave foi assinado.',
    heads: 'Topos guardados de outras datas (opcional)',
    check: 'Conferir',
    choose: 'Escolha o pacote.',
    checking: 'Conferindo… {{percent}} %',
    intact: 'Íntegro: nenhum evento mudou, saiu ou trocou de lugar.',
    differs: 'Não confere: {{count}} diferenças.',
    differsOne: 'Não confere: 1 diferença.',
    more: 'e mais {{count}}',
    failed: 'O arquivo não pôde ser lido.',
    unsupported: 'Este navegador não conhece assinaturas Ed25519. Use uma versão atual do Chrome, do Firefox ou do Safari.',
    log: 'Registro',
    signedBy: 'Assinado com a chave',
    head: 'Topo da árvore',
    headOf: '{{events}} eventos, assinado em {{at}}',
    exported: 'Exportado em',
    content: 'Conteúdo',
    contentOf: '{{events}} eventos; {{shown}} textos à mostra, com prova; {{covered}} cobertos',
  },
  en: {
    title: 'Check an export',
    intro: 'This page does the sums again on this computer, without the internet. Nothing of the file leaves it.',
    file: 'Exported package (.zip)',
    key: 'Published key of the installation (optional)',
    keyHelp:
      'Without it, compare the key below with the one that the installation has published: a package says itself by which key it is signed.',
    heads: 'Heads that were kept at other times (optional)',
    check: 'Check',
    choose: 'Choose the package.',
    checking: 'Checking… {{percent}} %',
    intact: 'Intact: no event was changed, left out or moved.',
    differs: 'It does not match: {{count}} differences.',
    differsOne: 'It does not match: 1 difference.',
    more: 'and {{count}} more',
    failed: 'The file could not be read.',
    unsupported: 'This browser does not know Ed25519 signatures. Use a current version of Chrome, Firefox or Safari.',
    log: 'Log',
    signedBy: 'Signed by the key',
    head: 'Head of the tree',
    headOf: '{{events}} events, signed at {{at}}',
    exported: 'Exported at',
    content: 'Content',
    contentOf: '{{events}} events; {{shown}} texts shown, with proof; {{covered}} covered',
  },
  es: {
    title: 'Comprobar una exportación',
    intro: 'Esta página rehace la cuenta en este ordenador, sin internet. Nada del archivo sale de aquí.',
    file: 'Paquete exportado (.zip)',
    key: 'Clave publicada de la instalación (opcional)',
    keyHelp:
      'Sin ella, compare la clave de abajo con la que publicó la instalación: un paquete solo dice por sí mismo con qué clave se firmó.',
    heads: 'Cimas guardadas de otras fechas (opcional)',
    check: 'Comprobar',
    choose: 'Elija el paquete.',
    checking: 'Comprobando… {{percent}} %',
    intact: 'Íntegro: ningún evento cambió, salió ni cambió de lugar.',
    differs: 'No coincide: {{count}} diferencias.',
    differsOne: 'No coincide: 1 diferencia.',
    more: 'y {{count}} más',
    failed: 'No se pudo leer el archivo.',
    unsupported: 'Este navegador no conoce firmas Ed25519. Use una versión actual de Chrome, Firefox o Safari.',
    log: 'Registro',
    signedBy: 'Firmado con la clave',
    head: 'Cima del árbol',
    headOf: '{{events}} eventos, firmada el {{at}}',
    exported: 'Exportado el',
    content: 'Contenido',
    contentOf: '{{events}} eventos; {{shown}} textos a la vista, con prueba; {{covered}} cubiertos',
  },
};
type Name =
  | 'title'
  | 'intro'
  | 'file'
  | 'key'
  | 'keyHelp'
  | 'heads'
  | 'check'
  | 'choose'
  | 'checking'
  | 'intact'
  | 'differs'
  | 'differsOne'
  | 'more'
  | 'failed'
  | 'unsupported'
  | 'log'
  | 'signedBy'
  | 'head'
  | 'headOf'
  | 'exported'
  | 'content'
  | 'contentOf';
