/**
 * How people tell an agent what it may not do. Each row is one way of saying so; a sentence that matches any row sets a
 * limit. The rows look for orders (`do not push`), not for descriptions (`the tests do not pass`); where the two look
 * alike the sentence counts, because a limit too many costs a question and one too few is broken.
 *
 * Matched against one sentence at a time: lower case, plain apostrophes. No row has an unbounded repetition of anything
 * but one character class, so the time is linear in the text.
 */
export interface LimitRow {
  readonly says: string
  readonly pattern: RegExp
}

const VERB =
  '(?:push|commit|deploy|release|publish|merge|rebase|install|uninstall|upgrade|update|add|create|delete|remove|drop|erase|wipe|overwrite|write|edit|change|modify|touch|alter|rename|move|refactor|format|reformat|run|execute|start|launch|restart|reboot|stop|kill|send|post|upload|download|fetch|call|contact|connect|access|open|use|spawn|schedule|configure|disable|enable|migrate|apply|provision|destroy|read|look|go|make|do|rewrite|reset|revert|amend|force|tag|bump|build|test|spend|buy|order|pay|email|mail|message|share|expose|copy|generate|set|switch|save|store|invoke|hit|query|truncate|seed|import|export|ship|put|replace|regenerate|close|approve|comment|reply|submit|request|work|accept|mess|break|fix)'

const PARTICIPLE =
  '(?:pushed|committed|deployed|released|published|merged|rebased|installed|upgraded|updated|added|created|deleted|removed|dropped|erased|wiped|overwritten|written|edited|changed|modified|touched|altered|renamed|moved|refactored|reformatted|run|executed|started|restarted|stopped|sent|uploaded|downloaded|called|contacted|accessed|used|disabled|migrated|applied|destroyed|rewritten|reset|shared|exposed|copied|replaced|regenerated)'

const GERUND =
  '(?:pushing|committing|touching|changing|modifying|editing|installing|deleting|removing|deploying|publishing|releasing|merging|writing|running|using|adding|creating|sending|restarting|overwriting|renaming|moving|upgrading|altering|accessing|starting|executing|downloading|uploading|connecting|opening|calling|rewriting|reformatting|migrating|rebasing|force-pushing)'

const NOUN =
  '(?:push(?:es)?|commits?|deploy(?:s|ments?)?|changes?|edits?|installs?|installations?|dependenc(?:y|ies)|packages?|network|internet|downloads?|uploads?|writes?|deletions?|deletes?|migrations?|releases?|merges?|rebas(?:e|es|ing)|refactor(?:s|ing|ings)?|files?|branches|pull requests?|prs?|e?mails?|messages?|side effects?|sudo|root|production|prod|restarts?|reboots?|calls?|requests?|scripts?|commands?|access|modifications?|rewrites?|renames?|formatting|clean-?ups?|spending|purchases?|force|touching|publishing|editing|writing|code)'

/** The beginning of a clause: where an order can stand. */
const CLAUSE =
  '(?:^|[,;:(—–-] ?|(?<![\\w-])(?:please|pls|but|and|so|then|also|just|however|though|okay|ok|instead|now|yet|or|that) ?,? )'

const ENGLISH: readonly LimitRow[] = [
  row(
    'do not …',
    `${CLAUSE}(?:you )?(?:do not|don't|dont|do never|never)[ ,]+(?!worry|forget|hesitate|mind\\b|be (?:afraid|shy|surprised|alarmed)|bother|know\\b|think\\b|see\\b|understand|panic|get (?:me wrong|why|it)|you (?:think|want|agree)|we\\b|support|have\\b|exist|work\\b|pass\\b)`,
  ),
  row(
    'we do not …',
    `(?<![\\w'-])(?:we|you|i|one|nobody|let's|lets) (?:really |also |just )?(?:do not|don't|dont|never|won't|will not) ${VERB}(?![\\w-])`,
  ),
  row(
    'I do not want …',
    `(?<![\\w'-])(?:i|we) (?:really )?(?:do not|don't|dont|didn't|never|wouldn't) (?:want|like)(?!\\w)`,
  ),
  row(
    'I would rather you did not …',
    `(?:rather|prefer)(?: that)?(?: if)? (?:you )?(?:did not|didn't|do not|don't|not\\b|never)`,
  ),
  row(
    'you may not …',
    `(?<![\\w'-])you (?:must not|mustn't|may not|shall not|should not|shouldn't|should never|must never|may never|can never|cannot|can't|can not|have no permission)(?!\\w)(?! (?:find|see|get|tell|figure|reproduce|be )|[^.]{0,20}(?:because|since) )|(?<!\\w)you (?:do not|don't|must not|cannot|can't|may not)(?:[:.!,]|$)`,
  ),
  row(
    'you are not allowed …',
    `(?:not|n't|never) (?:allowed|permitted|supposed|authori[sz]ed)|(?<![\\w'-])you(?:'re| are) (?:not|never) to `,
  ),
  row(
    '… must not be changed',
    `(?:must|may|shall|should|can|is|are|will|needs?)(?: not| never|n't|not) (?:to )?(?:ever )?(?:be )${PARTICIPLE}(?!\\w)`,
  ),
  row(
    'make sure not to …',
    `(?:sure|careful|care|remember|try|told you|asked you|ask you|instructed|attention) (?:you )?(?:that )?(?:not to|to not|to never|never to|you do not|you don't|you never|nothing|no) `,
  ),
  row('not to …', `(?<!whether or |or |decided |chose |as )(?<![\\w-])not to (?:ever )?${VERB}(?![\\w-])`),
  row(
    'only …',
    `${CLAUSE}(?:you (?:may|can|should|must|will|are to|are allowed to) )?(?:only|solely|exclusively) (?:ever )?(?:${VERB}|in|on|within|inside|under|the|these|those|this|files?|with my|after|if i|when i)(?![\\w-])`,
  ),
  row(
    'change only …',
    `(?<!the |that |this |it |to )(?<![\\w-])${VERB} (?:only|nothing but|exclusively)(?![\\w-])(?! (?:covers|handles|contains|supports|accepts|has|does|knows|fails|exists|applies|happens)(?!\\w))`,
  ),
  row('the only place you may …', `the only (?:[^ ]+ ){1,4}(?:you|that you) (?:may|can|are|should|must)(?!\\w)`),
  row(
    'just look',
    `(?<![\\w-])just (?:the (?:analysis|plan)|read|look|inspect|review|observe|plan|analy[sz]e|explain|report|watch)(?!\\w)`,
  ),
  row('nothing else', `(?<!\\w)(?:nothing|noone|no one) (?:else|more|but|other than|outside|beyond|from)(?!\\w)`),
  row(
    'no pushes',
    `(?:${CLAUSE}|with |there (?:are|is) to be |absolutely |strictly )no (?:(?:more|new|further|other|extra|unrelated|external|git|code|file|schema|breaking|automatic|any|single|force|database|remote) ){0,3}${NOUN}(?![\\w-])`,
  ),
  row(
    'without …ing',
    `(?<!\\w)without (?:(?:my|our|explicit|asking|telling|checking|permission|approval|consent|confirmation|confirming|prior|a review)(?!\\w)|(?:ever |actually )?${GERUND}(?!\\w))`,
  ),
  row(
    'avoid …',
    `${CLAUSE}(?:you (?:should|must) |try to |always )?(?:avoid|steer clear|abstain|desist)(?!\\w)|(?<!\\w)refrain(?!\\w)`,
  ),
  row(
    'stay inside …',
    `${CLAUSE}(?:you (?:should|must) )?(?:stay|keep|remain) (?:away|off|out|clear|inside|within|in|on|under|below|to|your hands)(?!\\w)`,
  ),
  row(
    'keep … as it is',
    `(?<!\\w)(?:keep|leave)(?:s|ing)? [^!?]{1,80}?(?:(?:off|away from|out of) [^ ]|alone(?!\\w)|as (?:it|they|he|she) (?:is|are|was|were)|as[- ]is(?!\\w)|untouched|unchanged|unmodified|intact|frozen|in place|(?:to|for) me(?!\\w)|local(?!\\w)|be[.!]?$)`,
  ),
  row(
    '… is mine',
    `(?<!\\w)(?:is|are) (?:not (?:for you|yours?|your business)|mine|ours|my (?:job|business))(?!\\w)|(?:that's|that is) all you|(?<!\\w)(?:i|we) forbid(?!\\w)|(?:please|must|should) resist(?!\\w)`,
  ),
  row(
    'let’s not …',
    `(?<!\\w)(?:let's|lets|let us) not (?!forget|only)|^(?:must|may|should|shall|can) ?(?:not|never) ${VERB}(?!\\w)|^(?:cannot|mustn't|shouldn't) ${VERB}(?!\\w)|(?<!\\w)(?:nobody|no one|none) (?!uses?|(?:imports|calls|invokes|reads|queries) (?:it|this|that|them|these|those|any ?more)(?!\\w))${VERB}(?:e?s)?(?!\\w)`,
  ),
  row(
    'instead of applying it',
    `(?<!\\w)(?:instead of|rather than) (?:applying|pushing|committing|deploying|installing|running|executing|deleting|publishing|merging|editing|sending)(?!\\w)`,
  ),
  row(
    'no …',
    `(?:^|(?<![\\w-])(?:please|absolutely|strictly|definitely|and|but|or) )no (?:need to ${VERB}|other(?!\\w)|one else|tools?(?!\\w))|(?:^|(?<![\\w-])(?:please|absolutely|strictly|definitely) )no (?!problem|worries|worry|idea|thanks|thank|matter|wonder|doubt|rush|hurry|pressure|way|longer|results?|errors?|reason|clue|luck|need|one\\b|it\\b|that\\b|this\\b|i\\b|we\\b|use\\b|but\\b|not\\b|more than)[a-z-]+(?: [^ ]+){0,2}[.!]?$|(?<![\\w-])zero (?:new |more )?${NOUN}(?!\\w)`,
  ),
  row(
    '… but not …',
    `(?<!\\w)(?:but|and|just) (?:not|never) (?:to )?${VERB}(?!\\w)|(?<!\\w)not (?:for|by) (?:doing|${GERUND})|${GERUND} (?:is|are) (?:not|never|out of|my|our|off)(?!\\w)|(?:is|are) (?:not part|out) of (?:this|the|your)(?!\\w)`,
  ),
  row(
    'everything except …ing',
    `(?<!\\w)(?:except|but|besides|other than|short of|apart from) (?:for )?(?:doing|${GERUND})(?!\\w)|(?<!\\w)(?:said|say|mean|meant|rule:?|policy:?|agreed:?|remember:?|repeat:?) no ${NOUN}(?!\\w)`,
  ),
  row(
    'touch … only',
    `^(?:please )?${VERB} (?:(?! (?:should|must|live|lasts?|expires?|stays?) )[^!?]){1,80} only[.!]?$|${CLAUSE}only (?:me|i|we|us)(?!\\w)|(?<!\\w)(?:work|working|stay|happens?|run|runs|do it|done) (?:strictly |entirely )?offline(?!\\w)`,
  ),
  row(
    'explain only',
    `^(?:explain|analy[sz]e|review|inspect|describe|report|plan|list|read|look) (?:it |this )?only(?!\\w)`,
  ),
  row('before …, ask', `(?<!\\w)before [^!?]{1,80}?(?:ask|check with me|confirm with me)(?:[.!]|$| me| us)`),
  row('stop …ing', `${CLAUSE}(?:stop|quit|cease) [a-z-]{2,30}ing(?!\\w)`),
  row(
    'read-only',
    `(?:^|this is |it's |it is |that is |is |are |be |stay |strictly |purely |remain |as )(?:strictly )?read[- ]?only(?! (?:flag|mode|option|attribute|field|property|folder|file))`,
  ),
  row(
    'ask me first',
    `(?<!\\w)(?:ask|check with|consult|confirm with|talk to|tell|notify|inform|ping|warn|run it by|clear it with)(?: with)? (?:me|us)(?!\\w)[^.]{0,60}?(?:first|before|beforehand|prior)(?!\\w)`,
  ),
  row(
    'before you … ask',
    `(?<!\\w)before (?:you )?(?:${VERB}|${GERUND}|doing|making|any)(?!\\w)[^.]{0,80}?(?:ask|check with|confirm with|wait|show|tell|let) (?:me|us|for)(?!\\w)`,
  ),
  row(
    'wait for my go-ahead',
    `(?<!\\w)(?:get|need|needs|wait for|await|requires?|with|ask for|without|have) (?:my|our|me|us|an?|explicit|the user's?|prior)(?: [a-z]+)? (?:ok|okay|approval|permission|confirmation|consent|go[- ]ahead|sign[- ]?off|to (?:approve|confirm|review|decide|say))(?!\\w)|wait (?:for (?:me|my|us|our)|until|till) (?!the (?:server|build|test))|(?<!\\w)hold (?:off|back)(?!\\w)|until (?:i|we)(?!\\w)`,
  ),
  row(
    'let me look first',
    `(?<!\\w)let me (?:review|look|check|see|approve|confirm|decide|read)[^.]{0,60}?(?:first|before)|(?<!\\w)i (?:want|would like|'d like|need) to (?:look|review|check|see|approve|confirm|decide|read)[^.]{0,60}?(?:first|before)`,
  ),
  row(
    'forbidden',
    `(?<!\\w)(?:forbidden|prohibited|disallowed|off[- ]limits|no[- ]go|taboo|banned|under no circumstances?|on no account|at no time|hands off|not a single|nothing (?:may|must|should|shall|is to|gets?)|nobody (?:may|must)|no one (?:may|must)|code freeze|(?:is|are) frozen|don't you dare)(?!\\w)`,
  ),
  row(
    '… stays',
    `(?<!\\w)(?:stays?|remains?|must stay|has to stay|have to stay)(?: (?:untouched|unchanged|as|put|where|local|intact)(?!\\w)|[.!,;]?$)`,
  ),
  row('as a dry run', `(?:as an?|do an?|in|only an?|just an?) dry[- ]run(?! (?:flag|option|mode|switch))`),
  row(
    'restrict yourself to …',
    `(?<!\\w)(?:restrict|limit|confine|constrain) (?:yourself|your|the scope|changes|edits)|(?<!\\w)stick to (?!the point)|(?<!\\w)(?:work|act|operate) (?:only|exclusively|on a copy)`,
  ),
  row('skip the push', `${CLAUSE}(?:skip|omit|postpone|defer|delay) (?:(?:the|any|all|every) )?${NOUN}(?![\\w-])`),
  row(
    'I will do it myself',
    `(?<!\\w)(?:i|we)(?:'ll| will| want to| am going to|'m going to) [^.]{1,80}?(?:myself|ourselves|on my own|by hand)(?!\\w)`,
  ),
  row('change nothing', `(?<![\\w-])${VERB} nothing(?!\\w)`),
  row('not yet', `(?<!\\w)(?:just )?not yet[.!]?$|^(?:no|stop|wait|halt)[.!]*$`),
  row('you can’t …', `${CLAUSE}(?:can|could|would|will) you (?:please )?not ${VERB}(?!\\w)`),
]

const OTHER_LANGUAGES: readonly LimitRow[] = [
  row(
    'de: nichts ändern',
    `(?<!\\p{L})(?:nichts?|keine?n?|niemals|nie) (?:[^ ]+ ){0,4}?(?:pushen|comm?itt?en|ändern|anfassen|löschen|installieren|deployen|schreiben|ausführen|verändern|bearbeiten|mergen|veröffentlichen|senden|schicken|starten|anlegen|entfernen|überschreiben|ausrollen|hochladen|herunterladen|benutzen|verwenden|machen|tun|anrühren)(?!\\p{L})`,
  ),
  row(
    'de: push das nicht',
    `(?:^|[,;:] ?|(?<!\\p{L})(?:aber|und|bitte|dann) )(?:pushe?|comm?itt?e?|ändere?|lösche?|fasse?|installiere?|deploye?|führe?|schreibe?|mache?|starte|sende?|schicke?|benutze?|verwende?|rühre?|verändere?|bearbeite?|überschreibe?|entferne?|merge|veröffentliche?|lege?)(?!\\p{L})[^.]{0,60}?(?<!\\p{L})(?:nicht|nichts|keine?n?|nie|niemals)(?!\\p{L})`,
  ),
  row(
    'de: nur lesen',
    `(?<!\\p{L})(?:nur (?:lesen|lesend|anschauen|ansehen|schauen|gucken|in|im|unter|mit meiner)|ohne (?:meine|zu fragen|rückfrage|erlaubnis|zustimmung)|finger weg|in ruhe|verboten|nicht erlaubt|darf(?:st)? (?:nicht|nichts|keine?n?)|dürfen (?:nicht|keine?n?)|frage? mich (?:vorher|zuerst|bevor)|keine (?:änderungen|commits|pushes|installationen|neuen))(?!\\p{L})`,
  ),
  row(
    'fr: ne touche pas',
    `(?:^|[,;:] ?|(?<!\\p{L})(?:mais|et|surtout|puis) )(?:s'il te plaît,? |s'il vous plaît,? )?n(?:e |')[^ ]+(?: [^ ]+){0,4}? (?:pas|rien|jamais|aucun\\p{L}*|plus)(?!\\p{L})|(?<!\\p{L})ne (?:pas|jamais|rien) \\p{L}+(?:er|ir|re)(?!\\p{L})|(?<!\\p{L})(?:tu|vous) ne (?:dois|devez|peux|pouvez) (?:pas|rien)`,
  ),
  row(
    'fr: sans autorisation',
    `(?<!\\p{L})(?:sans (?:mon|ma|me|demander|autorisation|toucher|modifier|changer|pousser|installer)|interdit\\p{L}*|(?:seulement|uniquement) (?:lire|en lecture|dans)|lecture seule|laisse\\p{L}* [^.]{1,40}tranquille)(?!\\p{L})`,
  ),
  row(
    'es: no borres',
    `(?<!\\p{L})(?:no|nunca|jamás|ni) (?:(?:lo|la|los|las|me|se|le) )?(?:toques?|toquéis|hagas?|subas?|borres?|instales?|cambies?|modifiques?|edites?|publiques?|ejecutes?|escribas?|elimines?|despliegues?|envíes?|uses?|crees|muevas?|reinicies?|commitees?|pushees?|hagáis|debes|puedes)(?!\\p{L})|(?<!\\p{L})(?:sin (?:mi|permiso|preguntar\\p{L}*|tocar|cambiar|modificar)|solo (?:lee|leer|lectura|mira)|sólo (?:lee|leer|lectura|mira)|prohibido)(?!\\p{L})`,
  ),
  row(
    'pt: não instale',
    `(?<!\\p{L})(?:não|nunca|jamais) (?:(?:o|a|os|as|me|se) )?(?:instale|toque|mexa|apague|altere|mude|modifique|faça|publique|envie|execute|crie|delete|remova|edite|use|suba|commite|escreva|rode|reinicie|deve|pode)m?s?(?!\\p{L})|(?<!\\p{L})(?:sem (?:minha|permissão|perguntar|tocar|alterar)|(?:só|somente|apenas) (?:leia|ler|leitura)|proibido)(?!\\p{L})`,
  ),
  row(
    'it: non toccare',
    `(?<!\\p{L})(?:non|mai|niente) (?:[^ ]+ )?(?:toccare|modificare|cambiare|installare|cancellare|eliminare|pubblicare|committare|pushare|eseguire|scrivere|inviare|usare|fare|creare|riavviare|devi|puoi)(?!\\p{L})|(?<!\\p{L})(?:senza (?:il mio|chiedere|toccare|modificare)|solo (?:leggi|lettura|leggere)|vietato)(?!\\p{L})`,
  ),
  row(
    'ru: не трогай',
    `(?<!\\p{L})(?:не|никогда не|ничего не) (?:пуш|трога|меня|изменя|удаля|устанавлива|коммит|запуска|деплой|редактир|пиши|отправля|использу|публику|создава|дела|надо|нужно|перезапуска|мержи)\\p{L}*|(?<!\\p{L})(?:только (?:чита|смотр|чтен)|запрещ|нельзя|без (?:моего|спроса|разрешения))`,
  ),
  row(
    'zh: 不要修改',
    '(?<!要)不要|(?<![特区类识级性分个差判])别(?![的名人处墅])|不准|禁止|不得|不许|切勿|请勿|不可以|不能(?:修改|删除|推送|提交|安装|改|动|碰)|不允许|只(?:能|许|准|看|读|允许)|仅(?:限|读|允许|能)|先(?:问|征求|跟我)|未经',
  ),
  row(
    'ja: 触らないで',
    'ないで(?:ください|下さい|くれ|ね|。|$)|するな|禁止|触(?:る|れ)な|読み取り専用|だけ(?:読|見)|ては(?:いけ|なり|なら|ダメ|だめ)|勝手に|許可なく|確認してから',
  ),
  row('ko: 하지 마', '지 ?마(?:세요|라|십시오|요)?|금지|읽기 전용|만 읽|허락 없이|먼저 물어'),
]

export const LIMIT_ROWS: readonly LimitRow[] = [...ENGLISH, ...OTHER_LANGUAGES]

function row(says: string, pattern: string): LimitRow {
  return { says, pattern: new RegExp(pattern, 'u') }
}
