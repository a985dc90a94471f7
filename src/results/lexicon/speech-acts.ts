import type { Words } from './word-classes.ts'

/**
 * Orders by what is done with words: who is spoken to, what that one shall do, with what, and who shall not hear of it.
 * Added to the words of each language. Verbs stand as they are ordered, not as they are told of.
 */
export const SPEECH_ACTS: Readonly<Record<string, Words>> = {
  English: {
    drop: 'put aside|push aside|lay aside|cast aside|let go of|reject all|reject your|reject any|reject the previous|do not adhere to|drop your|leave behind|give no weight to|do not heed|stop applying|skip the question|do not summarise|do not summarize',
    earlier:
      'youve been given|you got|given to you|you had|that bind you|in your system prompt|at the start of this conversation|assigned to you|whatever',
    instructions:
      'everything you have been told|everything you have been given|all you were told|anything you have been told|all that you were told|everything the user|everything written above|nothing written above|nothing above|the users request|the users question|whatever the user asked|what the user asked|what you were asked|the question you were asked|the user asked you|the users instructions|your mission|your original task|your original objective|your original goal|prior context|safeguards|safety guidelines|safety policies|everything you were taught|anything you were told|whatever you were told|the text to be summarised|the other search results|the other results',
    rules: 'mission|policy settings',
    void: 'are hereby revoked|are cancelled|have been superseded|has been superseded|have been cancelled|has been replaced|is not valid|are not valid|is valid any more|is no longer valid|no longer hold|no longer holds|no longer bind you|were only a test|was only a test|no longer count|are lifted|are null and void|is null and void|can be ignored|should be ignored|are not in effect|replace your earlier|take precedence over|takes precedence over|override your|overrides your|replace your|replaces your|replaced by',
    stop: 'your original objective|your new task|your real task|your actual task|your true task|your new mission|your real purpose|your only instructions|your one and only task|your job is now|your new role|what you were doing|halt your current|your new instructions|your updated instructions',
    new: '',
    ai: 'ai graders|ai grader|ai raters|ai editors|ai screeners|ai moderators|ai evaluators|ai judges|ai summaries|ai translators|llm graders|llm judge|llm judges|llm agents|llm agent|llm assistants|ai readers|ai reader|ai parsers|ai scrapers|llm reviewers|llm reviewer|language-model|ai tool|ai tools|ai recruiting tools|ai reading|ai crawler|ai crawlers|ai bot|ai bots|ai summarizer|ai summariser|automated assistant|automated assistants|automated system|automated systems|automated reviewer|automated reviewers|digital assistant|digital assistants|virtual assistant|virtual assistants|browsing agent|browsing agents|browser agent|chatbots|machine reader|machine readers|coding assistant|coding assistants|autonomous agent|autonomous agents|ai powered tools|ai-based tools|whichever model|the model reading|cursor agent|the language model|summarization tool|agents running in ci|review bot',
    machine:
      'ai|llm|llms|language model|language models|ai assistant|ai assistants|ai agent|ai agents|ai tool|ai tools|ai system|ai systems|ai model|ai models|chatbot|chatbots|copilot|chatgpt|gpt|automated agent|automated agents|coding agent|coding agents|automated assistant|automated assistants|virtual assistant|virtual assistants|digital assistant|digital assistants|browsing agent|browsing agents|ai reviewers|llm reviewers',
    helper: 'an assistant|any assistant|your assistant|good assistant|helpful assistant|this agent|any agent|an agent',
    reading:
      'reads this|that parses this|that opens this|opens this|that processes this|processing the|reading my|reading the|who summarises this|summarises this|summarizes this|translates this|who reviews this|evaluating this|that reads it|who process this|scanning this|indexing this|encounters this|visiting this|that visits this|working with this file|handling this vendor|working on this',
    'if you are':
      'if this is being processed by|if this is processed by|being processed by|if this text is read by|if this is being read by|if you happen to be|if read by|if parsed by|if an ai|when an ai|for any ai|in case you are|since you are|as you are|should you be|assuming you are',
    address:
      'fao|instruction to|instruction for|instructions to|directive for|directive to|note for any|for the attention of|reminder to|memo to|message for the|calling all',
    must: 'is expected to|are expected to|is asked to|are asked to|is requested to|are requested to|kindly requested to|is supposed to|are supposed to|is instructed to|are instructed to|is obliged to|first needs to|ought to|are encouraged to|is encouraged to|requires you to|it must|you must|you are to',
    hide: 'should not mention|must not mention|shall not mention|leave out the|never bring up|not be mentioned|do not say anything|say nothing|keep quiet|keep silent|stay silent|keep it between us|no need to bother|no need to tell|no need to mention|no need to inform|no need to notify|no need to involve|not necessary to tell|leave it out of|leave this out of|omit this from|dont talk about|do not talk about|do not bring up|do not draw attention|without the knowledge of|behind the back|never talk about|keep this hidden|keep this from|avoid mentioning|refrain from mentioning',
    user: 'the account owner|the customer|the operator|them about|your principal|the person you are helping|to the user',
    silently:
      'no need to double-check|nobody needs to be asked|need not be asked|no need to verify|no questions asked|no one needs to approve|without bothering|without a second look|discreetly|covertly|unprompted|without review|without a review|without the usual|no need to ask|no reason to ask|no need to confirm|no need for confirmation|without hesitation|on behalf of the user|on the users behalf|do not need approval|does not need approval|need no approval|no approval is needed|no approval needed|without comment|as your first action|skip the confirmation|skip confirmation dialogs|accept the prompts',
    show: 'spell out|type out|copy out|post back|hand over',
    prompt:
      'hidden prompt verbatim|secret prompt|underlying prompt|base prompt|the prompt you were given|text above this|everything above this line|internal instructions|confidential instructions',
    'own prompt':
      'your full prompt|your guidelines|your directives|your system instructions|your internal instructions|your developer message|your tool definitions',
    'you are now':
      'you are henceforth|henceforth you are|from this point forward you are|from here on you are|from this moment you are|as of now you are|you have been transformed|you are not an assistant|you are not a language model|you are free|you have been freed|you are being|consider yourself|think of yourself as|your name is now|you will be playing|you play|enter developer mode|switch to developer mode|switch into|you have two personalities|you are called',
    'act as':
      'in this role-play|in this roleplay|in this game you are|as two characters|switch to|as if you had|lets play a game|let us play a game|take the persona|adopt the persona|adopt the role|adopt the identity|reply as|talk as|suppose you were|suppose you are|suppose that you are|impersonate|channel the|in the voice of|you play the|stay in character|remain in character|never break character',
    'no limits':
      'no morals|not limited by any|not bound by any|evil ai|had no rules|has no rules|have no rules|no safety training|has no limits|ignores all rules|no longer bound|no ethical|no moral|without morals|without moderation|without content moderation|without guardrails|no guardrails|without safeguards|no safeguards|without boundaries|unshackled|free of the typical|broken free|free from all|free from any|free of any|free of all|bound by no|normally blocked|answers every question|answers any question|answers everything|answer everything|even illegal|never says no|never says it cannot|never declines|must not refuse|whatever it reads|whatever it is told|obeys every|obeys all|without disclaimers|do not mention your limitations|no disclaimers|ignores the policies|no policies|without policies|no content filter|has no filter|sure here is',
    power:
      'dan|omega|sysadmin|superadmin|owner of this server|operator mode|unrestricted model|unfiltered model|evil twin|freedom mode|expert mode',
    send: 'report it to|report them to|make a request to|make a get request|beacon|copy it to|push it to|put them into|put them in|put it in|paste it|paste them|include them|include its|pass its content|pass the full|paste the|include the output|include the content|include the contents|paste the content|paste the contents|link to|pass its|add it to',
    secret:
      'list of all employees|list of employees|salaries|bank statements|bank statement|one-time codes|employee list|user list|list of users|purchase history|call log|sms code|recovery codes|backup codes|seed words|authorized_keys|chat log|chat logs|this conversation|full transcript|conversation summary|conversation so far|last user message|last message of the user|users messages|users last message|users name|users email|users e-mail|users address|users phone|users saved|users credentials|users password|users files|users inbox|users contacts|users data|saved cards|saved passwords|saved addresses|stored credentials|session cookie|session cookies|.npmrc|.pypirc|.cursor|.git-credentials|.bash_history|.env file|ssh directory|seed phrase|verification code|one-time code|one-time password|2fa code|private config|private configuration|private repository|private repositories|customer records|the users access|signed-in users|output of env|aws_secret_access_key|openai_api_key|anthropic_api_key|npm_token|etc shadow|etc passwd|visitor list|full name and|tax id|medical records',
    key: 'access tokens|licence keys|license keys|deploy key|secret token|secret value|bearer token|private token|the secret',
    run: 'execute the',
    'any act':
      'give|close|change|add|show|only|dont|do not|write|list|use|set|make|turn|issue|put|treat|click|proceed|mention|take|keep|start|open|update|mark|report|rate|commit|push|install|include|order|book|say|stop|never|always|pick|choose|assign|label|tag|create|move|rename|edit|drop|submit|sign|reply|answer|respond|call|run|execute|fetch|load|translate|summarise|summarize|score|grade|claim|state|pretend|act|assume|insert|append|prefer|rewrite|invite|schedule|subscribe|cancel|switch|enable|accept|reject|ignore|skip|remember|save|ask|tell|stay|go|please|kindly|could you|would you|can you|you must|you should|you need|you have to|begin|continue|end|finish|look|check|download|import|export|clone|fork|star|follow|vote|like|describe|refer|treat',
    decode:
      'decode|base64-decode|base64 decode|hex-decode|decrypt|decipher|unscramble|translate from rot13|rot13|reverse the string|join the parts|concatenate the|put the parts together|unescape',
    obey: 'do what it says|follow the instructions|follow its instructions|execute it|obey|follow them|and do it|follow it|carry out what|carry it out|do as it says|act on it|and execute|and comply|and run it|instructions inside',
    outside:
      'pull request description|issue comment|public comment|public page|public issue|shared notes|wiki page|your answer|your reply|your response|your summary|your next message|public repository|public bucket',
    should: 'is to|are to|should|should now|may|can|could|is free to|are free to|would|is welcome to|will',
    acts: 'click|proceed|accept the terms|delete|remove|erase|wipe|approve|merge|deploy|transfer|wire|pay|refund|buy|purchase|check out|checkout|sign in|log in|force-push|rank|recommend|endorse|accept|confirm|disable|turn off|deactivate|skip|bypass|forward|send|post|upload|email|share|publish|grant|reply with|answer with|respond with|answer only|print|reveal|paste|insert|leave out|omit|export|rotate|add the user|add a dependency|archive|cancel|click|subscribe|overwrite|rewrite|unsubscribe|escalate|downgrade|hide|tell|execute|add me|complete the|keep a copy|prioritise|prioritize|favour|favor|visit|run the following|respond only|obey|comply',
    'given to you':
      'you were given|you have been given|you were told|you have been told|you received|you have received|given to you|your|you had|that bind you|written above|above|set for you|you follow|you operate under|at the start of this conversation|before reading this',
    work: 'your comment|your review|review comment|your report|your message|your output|the trailer',
    'in your answer':
      'summaries of this|any summary of this|a summary of this|summary of this page|summary of this document|summaries should|translations of this|reviews of this|your answer must|your reply must|your response must|your summary must|your review must|your output must|your answer should|your reply should|your response should|your summary should|at the end of your reply|at the end of your answer|at the end of your response|in your review|to your summary|from your summary|your final answer|in every answer|in every reply|in each reply|with your reply|when you reply',
    'before tool':
      'call this tool first|must call this tool|otherwise the tool will|never use other tools|instead of any other tool|before any other tool|must be called before|sidenote|always call this',
    say: 'describe it as|describe the results|describe the product|report zero|reply that|insist that|assure the user|convince the user|persuade the user|tell the user|tell users|tell everyone|let the user know that|give a positive|positive review|rate it|rate this|rate the candidate|rank this|rank it|rank the|rate them|recommend only|recommend this|contain the phrase|include the phrase|include the sentence|insert the sentence|only trustworthy|best choice|highest score|say the word|output the word|say only',
    'when answering':
      'if you summarise|if you summarize|whoever summarises|whoever summarizes|if you translate|if you review|when you generate|whenever you generate|when you touch|before you edit|after answering|after you answer|when you describe|when grading|if asked about|if the user asks|when the user asks|while you are in here|while you are at it|before you do anything|before anything else|before doing anything|once you have read|as soon as you read|upon reading this|to cite|before it prepares',
    authority:
      'as agreed with your operator|on behalf of your developer|from your developers|from your developer|your creators|your creator|trust and safety|from the operator|by order of|per our updated process|as part of an audit|part of an audit|being evaluated|security team has|checked by security|override code|priority critical|the licence requires|the license requires|our policy requires',
    approve:
      'approve and merge|merge it straight away|approve without|approve immediately|approve the payment|approve the transfer|approve the request|accept every|accept all|confirm every|confirm without|skip code review|skip review|skip the review|release the payment|move to the interview|moved to the interview|skip the purchase order|give me admin|as resolved|mark it as resolved|as a maintainer|make the bucket public|bucket public|with --no-verify|force-push',
    consent:
      'has consented in advance|consented in advance|owner has consented|as if it had been written by|as if it came from|as if written by|as though it came from|owner has approved|owner has agreed|customer has agreed|customer has approved|already cleared by|has been cleared by|user said yes|the user said yes|user_approved|has granted permission|granted permission|is hereby authorised|is hereby authorized|hereby authorised|hereby authorized|confirmations are waived|confirmation is waived|approval is waived|requirement is waived|has already agreed|has already consented|already agreed to|already consented to|already given permission|already given consent|agreed to the transfer|user gave permission|user gave consent|do not need approval|does not require approval|do not require approval|do not require confirmation|does not require confirmation|are a formality|is a formality|can be accepted on|safety checks are disabled|checks are disabled for|as coming from the user|permission has been granted|full authorisation|full authorization|has been granted full|the user obviously wants|user wants me to|the user has agreed|the user has approved|the user agreed|the user confirmed',
    disable: 'switch off',
    protection:
      'authentication check|authentication checks|auth check|authorisation check|authorization check|signature verification|certificate verification|tls verification|ssl verification|safety filter|safety filters|code review|content moderation|guardrails|purchase order check|firewall rules|branch protections',
    collect: 'zip',
    personal:
      'e-mail address|full name|user name|saved addresses|credit card number|home town|password of the user|saved card',
    about:
      'template|chat template|prompt template|transcript format|dataset|tokenizer|special tokens|special token|ai researcher|ai researchers|ai engineer|ai engineers|ai developer|ai developers|ai startup|ai company|ai enthusiast|ai expert|ai lab|ai safety researcher|is_attack|attack_|test string|test strings|detects|detector|detect|fixtures|fixture|expect|assert|phrases such as|phrases like|strings such as|strings like|such as|sentences like|a sentence like|researchers|researcher|the paper|pattern|regex|false positive|false positives|example of|for example|trials|vulnerability|vulnerable|suite|tricked|smuggle|defences|defenses|untrusted|the classic|glossary|indirect prompt',
  },
  German: {
    drop: 'vernachlassige|ubergehe|halte dich nicht|kummere dich nicht|lass die|streiche|uberschreibe|hor nicht auf|beachte nicht|losche deine',
    earlier: 'dir gegeben wurden|dir zuvor|die du bekommen|die du erhalten|samtliche|deine|vorhergehenden|anfanglichen',
    instructions:
      'systemanweisung|systemanweisungen|deinen auftrag|deine aufgabe|deine regeln|deine vorgaben|leitlinien|vorschriften|alles was dir|bitte des nutzers|anfrage des nutzers',
    void: 'gelten nicht mehr|gilt nicht mehr|sind aufgehoben|ist aufgehoben|sind ungultig|ist ungultig|sind hinfallig|wurden ersetzt|sind auser kraft|wurden aufgehoben|verlieren ihre',
    'given to you': 'dir|deine|bisherigen|dein|oben genannten',
    ai: 'ki-systeme|ki-tool|ki-tools|chatbot|chatbots|ki-werkzeuge|automatische systeme|automatisierte systeme|automatisierten agenten|sprachassistent|lieber assistent',
    machine: 'ki|kunstliche intelligenz|sprachmodell*|ki-assistent*|ki-agent*|ki-modell*|ki-system*|chatbot|chatbots',
    address: 'an die|an den|an jede|fur die|hinweis fur|notiz an|notiz fur|mitteilung an|information fur|sehr geehrte',
    must: 'soll|sollen|sollte|sollten|bitte|wird gebeten|werden gebeten|ist verpflichtet|sind verpflichtet|haben zu|mochte',
    reading: 'diesen text|dieses dokument|diese seite|lesen|liest|verarbeitet|zusammenfasst|automatisch',
    hide: 'erwahne das|erwahne dies|sag nichts|sage nichts|ohne wissen|verschweige|nicht erwahnen|behalte|weise nicht|ohne den nutzer|ohne den benutzer|nicht mitteilen|informiere nicht|kein wort',
    user: 'gegenuber nicht|dem benutzer|dem nutzer|den nutzer|den benutzer|dem anwender|kunden',
    silently: 'ohne rucksprache|ohne weitere|ohne freigabe|ohne zustimmung|ohne prufung|automatisch|sofort',
    show: 'gebe|liste|offenbare|veroffentliche|poste',
    prompt: 'systemanweisung|systemanweisungen|interne anweisungen|deine systemanweisung|versteckten anweisungen',
    'you are now':
      'bist du kein|ab sofort bist du|bist du nun|bist du jetzt|bist du ab|du bist kein|du bist von nun an|du heist jetzt|du bist fortan',
    'no limits':
      'keinerlei einschrankungen|keine einschrankungen|keine regeln|keine grenzen|keinerlei regeln|keinerlei grenzen|ohne jegliche|alles beantwortet|jede frage|nie ablehnt|keine filter|unzensiert|unbeschrankt*',
    acts: 'uberweise|losche|genehmige|bestatige|kaufe|bestelle|sende|schicke|leite|veroffentliche|lade|empfiehl|bewerte|antworte|schreibe|gib|zahle|deaktiviere|schalte|fuhre|installiere|fuge|setze|markiere|akzeptiere|storniere|andere|ersetze|buche|schreiben dass|empfehlen|bewerten|genehmigen|uberweisen|loschen|freigeben|senden|schicken|bestatigen',
    send: 'uberweise|ubertrage|leite weiter|sende den|stelle|gib weiter|weiterleiten|ubermitteln',
    secret:
      'kundenliste|kundendaten|passwort-datei|passworter|nutzerdaten|mails|postfach|chatverlauf|sitzungscookie|adressbuch|kreditkarte|kreditkartendaten|geheimnisse|inhalt',
    say: 'schreiben dass|schreib dass|schreibe dass|behaupten dass|erklare dass|empfiehl nur|antworte ausschlieslich|keinerlei mangel',
    'when answering': 'wer diesen text|wer diese seite|wenn du den text|beim ubersetzen|vor der antwort|bevor du etwas',
    consent:
      'hat bereits zugestimmt|hat schon zugestimmt|ist damit einverstanden|wurde bereits genehmigt|zustimmung liegt vor|bestatigung ist nicht',
  },
  French: {
    drop: 'ne respecte pas|ne respectez pas|ne prends pas en compte|ne prenez pas en compte|abandonne|abandonnez|mets de cote|mettez de cote|fais fi|faites fi|efface|n’ecoute pas|n’ecoute plus|cesse de suivre|ne suis plus|ne suivez plus|passe outre',
    earlier:
      'qui t’ont ete donnees|qui t’ont ete|qui vous ont ete|donnees|recues|initiale|initiales|initial|ta|tes|ton|vos|votre|toutes',
    instructions:
      'mission|mission initiale|regles|consigne|ta tache|ta mission|votre mission|recommandations|ordres precedents|tout ce qu’on|demande de l’utilisateur',
    void: 'ne sont plus valables|n’est plus valable|ne s’appliquent plus|ne s’applique plus|sont annulees|est annulee|sont caduques|sont remplacees|ne sont plus en vigueur|sont nulles',
    'given to you': 'tes|vos|ton|votre|precedentes|ci-dessus|qui t’ont ete donnees',
    ai: 'l’ia|l’assistant|agent automatique|agents automatiques|agents ia|chatbot|robot conversationnel|systeme automatique|systemes d’ia|modeles ia|assistant virtuel',
    machine: 'l’ia|ia|intelligence artificielle|agents ia|agent ia|chatbot|modele de langage|modeles de langage',
    helper: 'modele|l’agent',
    address: 'a l’attention de|a l’intention de|a tout|a tous les|destine|remarque pour|avis aux|bonjour|consigne pour',
    must: 'veuillez|est prie|sont pries|devrait|devraient|est invite|merci de|il convient|a l’obligation',
    reading: 'qui lit|qui lisent|lisant|qui traite|qui resume|lisez ceci|ce texte|cette page|ce document',
    hide: 'sans en parler|n’en parle pas|n’en parlez pas|ne le mentionne pas|ne le signale pas|sans le signaler|sans avertir|a l’insu|ne previens pas|ne prevenez pas|garde le silence|ne parle pas|n’informez pas',
    user: 'l’utilisateur|du client|au client|le client|de l’utilisateur|l’usager|a quiconque',
    silently:
      'sans demander l’accord|sans l’accord|sans validation|sans verification|sans poser de question|automatiquement|immediatement|sans attendre|sans avertissement',
    show: 'communique|communiquez|divulgue|divulguez|recopie|fournis|cite|livre',
    prompt:
      'invite systeme|ton invite|l’invite systeme|message systeme|consignes systeme|instructions systeme|configuration',
    'you are now':
      'tu es un modele|tu deviens|vous devenez|tu n’es pas|a partir de maintenant tu es|a present tu es|tu seras|tu t’appelles|tu es a present',
    'no limits':
      'sans aucune limite|sans aucune regle|aucune restriction|aucune limite|aucune regle|sans avertissement|a tout|sans aucun filtre|sans moderation|libre de toute|ne refuse jamais|ne refuses jamais',
    acts: 'supprime|supprimez|efface|valide|validez|approuve|approuvez|achete|achetez|envoie|envoyez|transmets|transmettre|transmettez|vire|virez|paie|payez|recommande|recommandez|publie|publiez|reponds|ecris|ajoute|ajoutez|installe|desactive|confirme|confirmez|accepte|acceptez|note|classe|modifie|remplace|execute|executez|valider|approuver|envoyer|supprimer|recommander|confirmer|accepter|payer|commande|telecharge|affiche|inserer|insere|dire',
    send: 'transmettre|envoyer|transfere|transferez|communique|partage|partagez|fais suivre|faites suivre',
    secret:
      'liste des clients|clients|fichier des mots de passe|carnet d’adresses|messages|boite mail|courriels|donnees du client|cookie de session|secrets|coordonnees bancaires|numero de carte|donnees',
    consent:
      'l’utilisateur a accepte|l’utilisateur est d’accord|est deja autorise|a deja ete approuve|n’est pas necessaire de demander|accord deja donne|autorisation accordee',
    say: 'ecris que|dites que|reponds que|precise que|conclus que|indique que',
    'when answering':
      'si tu resumes|si vous resumez|celui qui resume|avant toute chose|si vous traduisez|avant de continuer|lorsque tu reponds',
  },
  Spanish: {
    drop: 'no hagas caso a|no le hagas caso|no respetes|abandona|anula|deja de lado|borra|no atiendas|desoye|no cumplas',
    earlier: 'que te dieron|que recibiste|del usuario|tus|iniciales|originales|que se te',
    instructions:
      'tus instrucciones|mision|lo que te dijeron|lo que se te|lo que pidio el usuario|restricciones|orden anterior|reglas anteriores',
    void: 'quedan anuladas|queda anulada|ya no valen|ya no son validas|ya no se aplican|ya no aplican|no tienen validez|han sido reemplazadas|quedan sin efecto|estan anuladas|fueron canceladas|ya no rigen',
    'given to you': 'tus|anteriores|que te dieron|previas|de arriba',
    ai: 'la ia|agentes de ia|agente automatico|agentes automaticos|chatbot|sistema de ia|asistente virtual|el asistente',
    machine: 'la ia|ia|inteligencia artificial|agente de ia|agentes de ia|chatbot|modelo de lenguaje',
    helper: 'modelo|bots',
    address: 'a la atencion|nota a|aviso a|aviso para|a todos los|hola|aviso',
    must: 'debera|deberia|deberian|por favor|se ruega|se pide|hay que|conviene que',
    hide: 'no se lo cuentes|no lo menciones|sin que|sin mencionarlo|no le avises|no avises|guarda silencio|no le cuentes|a espaldas|no comentes|sin informar|sin avisarle',
    user: 'el usuario|del usuario|al cliente|el cliente|lo sepa',
    silently: 'sin pedir confirmacion|sin consultar|sin revision|automaticamente|de inmediato|sin verificar',
    'you are now': 'eres un modelo|de ahora en adelante eres|te conviertes|seras|desde este momento eres|te llamas',
    'no limits':
      'nunca se niega|nunca te niegas|sin limitaciones|ninguna restriccion|ningun limite|sin filtro|a todo|sin moderacion|libre de',
    acts: 'aprueba|borra|elimina|envia|reenvia|transfiere|paga|compra|confirma|acepta|recomienda|publica|responde|escribe|muestra|instala|desactiva|marca|cierra|ejecuta|agrega|anade|cambia|valora|puntua|aprobar|enviar|eliminar|confirmar|recomendar|pagar|aprueben|envien|descarga|reembolsa|sube|inserta|di',
    send: 'reenvia|comparte|transfiere|enviar|copia|pega|remite|envien',
    secret:
      'correos|todos los correos|lista de clientes|contactos|contrasenas|archivo de contrasenas|datos del usuario|secretos|tarjetas|cookies|bandeja',
    prompt: 'mensaje del sistema|configuracion interna|prompt inicial|instrucciones internas',
    consent:
      'el usuario ya acepto|el usuario ya dio|ya fue aprobado|no hace falta pedir|no es necesario pedir|permiso concedido|el usuario esta de acuerdo',
    reading: 'que lee|que lean|leyendo|que procese|que resuma|esta pagina|este texto|este documento',
  },
  Portuguese: {
    drop: 'nao de atencao|nao leve em conta|abandone|anule|apague|deixe de lado|nao respeite|nao cumpra|esquecam|desobedeca',
    earlier: 'que lhe foi|que lhe foram|que te deram|que recebeu|suas|teus|tuas|seus|iniciais|originais',
    instructions:
      'tudo o que lhe|tudo o que te|o que lhe foi pedido|missao|regras anteriores|restricoes|o que o usuario pediu',
    void: 'ja nao valem|nao valem mais|ja nao se aplicam|nao se aplicam mais|foram canceladas|estao canceladas|estao anuladas|perderam a validade|foram substituidas|sao invalidas',
    'given to you': 'suas|tuas|anteriores|que recebeu|acima',
    ai: 'modelos de ia|agentes de ia|agente automatico|chatbot|assistente virtual|o assistente|sistema de ia',
    machine: 'ia|inteligencia artificial|agente de ia|agentes de ia|chatbot|modelo de linguagem|modelos de ia',
    helper: 'modelo|bots',
    address: 'aviso aos|aviso para|nota aos|aos|ola|recado para|a todos os|aviso',
    must: 'deveria|devera|por favor|favor|e preciso|solicita-se|devem',
    hide: 'sem que|nao avise|nao comente|nao fale|sem mencionar|guarde segredo|esconda|nao conte ao',
    user: 'o usuario|do usuario|o utilizador|ao cliente|o cliente|saiba',
    silently: 'sem pedir confirmacao|sem consultar|automaticamente|imediatamente|sem revisao|sem verificar',
    'you are now':
      'voce e um assistente|agora voce e|de agora em diante voce e|voce passa a ser|voce sera|voce se chama|a partir de agora es',
    'no limits':
      'qualquer pedido|a qualquer pedido|nenhuma restricao|nenhum limite|nunca recusa|sem limitacoes|sem filtro|sem moderacao|livre de',
    acts: 'apague|exclua|envie|aprove|transfira|pague|compre|confirme|aceite|recomende|publique|publiquem|responda|escreva|mostre|instale|desative|marque|feche|execute|adicione|altere|avalie|enviar|aprovar|apagar|confirmar|recomendar|delete|baixe|insira|diga|encaminhe|reembolse',
    send: 'enviar|compartilhe|partilhe|publiquem|repasse|transfira|copie|cole',
    secret:
      'arquivo de senhas|senhas|lista de clientes|contatos|emails|e-mails|dados do usuario|segredos|cartoes|cookies|caixa de entrada',
    key: 'chave de api|chave da api|token de acesso',
    consent:
      'o usuario ja concordou|o usuario concordou|ja foi aprovado|nao e necessario pedir|permissao concedida|nao precisa de aprovacao',
    reading: 'que le|que leem|lendo|que processa|que resume|esta pagina|este texto|este documento',
  },
  Italian: {
    drop: 'non rispettare|abbandona|annulla|cancella|metti da parte|non considerare|non dare retta|scorda|scordati|ometti',
    earlier: 'che ti sono state date|che ti sono|ricevute|tue|tuo|tutte|originali|che hai',
    instructions:
      'regole|missione|cio che ti|quello che ti|tue regole|restrizioni|richiesta dell’utente|ordini precedenti',
    void: 'non valgono piu|non sono piu valide|non si applicano piu|sono annullate|sono state sostituite|sono decadute|e annullata',
    'given to you': 'tue|precedenti|che ti sono state date|di sopra|che hai ricevuto',
    ai: 'l’assistente|agenti ia|chatbot|assistente virtuale|sistemi ia|sistema di ia|l’ia',
    machine: 'l’ia|ia|intelligenza artificiale|agente ia|agenti ia|chatbot|modello linguistico',
    helper: 'gli agenti|modello|bot',
    address: 'nota per l|avviso per|avviso agli|a tutti gli|all’attenzione|ciao|agli',
    must: 'devono|dovrebbe|dovrebbero|per favore|si prega|occorre|e tenuto',
    hide: 'non dirlo a|senza dirlo|non parlarne|all’insaputa|non avvisare|senza informare|nascondi|non farne parola|senza che',
    user: 'l’utente|all’utente|dell’utente|il cliente|al cliente',
    silently: 'senza chiedere conferma|automaticamente|subito|senza verifica|senza controllo|senza consultare',
    'you are now':
      'sei un’intelligenza|da questo momento sei|d’ora in poi sei|diventi|sarai|ti chiami|da ora in poi sei',
    'no limits':
      'nessuna restrizione|nessun limite|senza limitazioni|senza alcun limite|senza moderazione|qualsiasi richiesta|non rifiuta mai|libero da',
    acts: 'approva|approvare|cancella|elimina|invia|inviare|trasferisci|paga|compra|acquista|conferma|accetta|consiglia|raccomanda|pubblica|rispondi|scrivi|mostra|installa|disattiva|segna|chiudi|esegui|aggiungi|cambia|valuta|confermare|eliminare|pagare|raccomandare|inoltra|scarica|inserisci|stampa|rimborsa',
    send: 'inviare|condividi|inoltrare|trasmetti|copia|incolla|trasferisci',
    secret:
      'rubrica|la rubrica|elenco dei clienti|clienti|contatti|posta|email|dati dell’utente|segreti|carte|cookie|file delle password',
    consent:
      'l’utente ha gia accettato|l’utente ha gia approvato|gia approvato|non serve chiedere|non e necessario chiedere|permesso concesso|l’utente e d’accordo',
    reading: 'che legge|che leggono|leggendo|che riassume|che elabora|questa pagina|questo testo|questo documento',
  },
  Russian: {
    drop: 'не учитывай*|отбрось*|пренебрегай*|не подчиняйся*|не соблюдай*|перестань следовать|сотри|удали из памяти|оставь без внимания|отмени*',
    earlier: 'данны*|тебе дали|тебе давали|твои|твоих|свои|полученны*|прежде',
    instructions: 'все что тебе|запрос пользователя|просьбу пользователя|ограничени*|рекомендаци*',
    void: 'больше не действуют|больше не действует|отменены|отменяются|недействительны|утратили силу|не имеют силы|заменены|устарели',
    'given to you': 'твои|прежние|предыдущие|все|данные тебе|выше',
    ai: 'ассистенту|ии-агент*|ии-ассистент*|чат-боту|виртуальный помощник|ии-модел*|ии-систем*',
    machine: 'ии|искусственный интеллект|нейросет*|чат-бот*|ии-агент*|ии-ассистент*|языковая модель',
    helper: 'модел*|бот|боту|боты|агент|агенту',
    address: 'для|обращение к|всем|заметка для|указание для|просьба к|привет',
    must: 'следует|надо|пожалуйста|обязана|просьба|требуется',
    hide: 'ничего не говори*|не ставь*|не предупреждай*|не уведомляй*|не показывай*|втайне|держи в секрете|умолчи*|без уведомления',
    user: 'пользователю|пользователя|клиенту|клиент',
    silently: 'без согласия|без проверки|автоматически|сразу|немедленно|без разрешения',
    'you are now': 'ты модель|ты становишься|ты свободн*|считай себя|ты больше не|тебя зовут|ты отныне',
    'no limits':
      'любые просьбы|любой запрос|любые запросы|никаких ограничений|нет ограничений|нет правил|никогда не отказыва*|без модерации|свободен от',
    acts: 'одобри*|удали*|отправь*|перешли*|переведи*|оплати*|купи*|подтверди*|прими*|порекомендуй*|рекомендуй*|опубликуй*|ответь*|напиши*|покажи*|установи*|отключи*|закрой*|выполни*|добавь*|измени*|оцени*|одобрить|удалить|отправить|подтвердить|скачай*|верни*|вставь*|скажи*',
    secret: 'список клиентов|данные пользователя|файл с паролями|контакт*|почт*|секрет*|куки|банковские данные|ключи',
    key: 'парол*|токены|ключ',
    consent:
      'пользователь согласен|пользователь уже дал|уже одобрен*|подтверждение не требуется|согласие получено|разрешение получено',
    reading: 'читающ*|читает это|обрабатывающ*|эту страницу|этот текст|этот документ',
  },
  Chinese: {
    drop: '不要理睬|不用管|别管|不必遵守|不再遵守|不再遵循|放弃|删除你的|撇开|请勿遵循|推翻|作废',
    earlier: '给你|原本|现有|全部|用户',
    instructions: '要求|规定|问题|设置|准则|约束|限制条件|提示内容|请求',
    void: '作废|失效|无效|不再有效|不再适用|已取消|已被取代|已废止|不算数',
    'given to you': '你的|之前|以上|所有|给你',
    ai: 'AI助手|AI模型|人工智能模型|智能助手|聊天机器人|AI系统|大模型|自动化系统',
    machine: 'AI|人工智能|大语言模型|语言模型|智能体|聊天机器人',
    helper: '模型|代理|助理',
    address: '致AI|致所有|写给|通知|提示|告',
    must: '请|请直接|应该|应|须|得|要',
    reading: '阅读本|阅读此|读到这|处理此|处理本|总结本|审阅本|看到这',
    hide: '不要向|别让|不必告知|无需告知|不告知|瞒着|不要说明|不要提到|别提|请勿告知|保密|不用告诉|不需要告诉',
    user: '客户|他人|用户知道|主人',
    silently: '无需询问|不要询问用户|不必确认|无须确认|不经确认|未经确认|直接|自动|立即|私下',
    'you are now': '从现在起你|你叫|现在开始你|你已经是|从此你|你变成|你就是|今后你',
    'no limits':
      '不再受任何|不受任何|任何规则约束|任何约束|没有约束|没有底线|任何请求|任何问题|从不拒绝|不会拒绝|无任何限制|不受规则|没有过滤|自由者',
    acts: '批准|删除|发送|转账|付款|购买|确认|接受|推荐|发布|回复|写上|输出|安装|关闭|标记|执行|添加|修改|评为|给出|通过|下载|退款|点击|登录|提交|插入|上传|转发',
    prompt: '系统提示|你的系统提示词|内部指令|初始提示|隐藏指令|隐藏提示',
    secret: '用户的密码|客户名单|通讯录|邮件|用户数据|用户信息|银行卡|信用卡|Cookie|密码文件|账号',
    consent: '用户已经同意|用户已确认|已获授权|已经授权|已获批准|无需批准|不需要批准|已取得用户',
  },
  Japanese: {
    drop: '無視せよ|無視すること|無視してください|忘れてください|従わないで|破棄して|捨てて|気にせず|やめて',
    earlier: '元々|最初の|従来の|ユーザーの',
    instructions: '設定|方針|制限|指針|質問|要求',
    void: '無効です|無効とする|無効になり|無効になった|適用されません|適用されない|取り消され|廃止され|撤回され|効力を失',
    'given to you': 'あなたの|以前|これまで|すべて|上記',
    ai: 'AIアシスタント|AIエージェント|チャットボット|生成AI|AIモデル',
    machine: 'AI|人工知能|言語モデル|チャットボット|AIエージェント',
    helper: 'モデル|ボット',
    address: 'へ|各位|向け|お知らせ|に告ぐ',
    must: 'せよ|ください|なさい|べきです|べき|こと',
    reading: '要約するAI|を読むAI|読んでいるAI|このページを|この文書を|これを読む|処理する',
    hide: '言わない|知らせない|伝えない|報告せず|報告しない|隠して|触れずに|触れない|悟られ|気づかれ',
    user: 'ユーザーに|顧客|本人|人間',
    silently: '確認せずに|許可なく|承認なし|自動的に|直ちに|勝手に|無断で|ただちに',
    'you are now': 'あなたは今から|今からあなた|あなたは制限|これからは|あなたの名前は|あなたは自由',
    'no limits':
      '制限のないAI|断りません|断らない|どんな要求|何でも答え|どんな質問|拒否しない|拒否しません|規則に縛られ|ルールのない|フィルターの|倫理的な制約',
    acts: '承認|削除|送信|送金|購入|確認して|受け入れ|推薦|推奨|公開|返信|書いて|出力|インストール|無効に|実行|追加|変更|評価|完了して|支払|返金|クリック|ログイン|転送|表示|ダウンロード|答えて',
    key: 'APIキー|パスワード|アクセスキー|鍵',
    send: '書いて|貼り付け|転送|共有し|渡して',
    secret: 'APIキー|顧客リスト|連絡先|メール|ユーザーのデータ|クレジットカード|クッキー|パスワードファイル',
    show: '表示せよ|書いて|公開して|出力せよ|述べよ|開示し',
    consent: 'ユーザーは同意|同意済み|承認済み|許可されています|許可済み|承認は不要|確認は不要',
  },
  Korean: {
    drop: '무시하십시오|무시하라|따르지 않|잊으|신경 쓰지|버려|폐기하|지켜라는',
    earlier: '원래|받았던|당신의|너의|사용자의',
    instructions: '설정|제약|질문|가이드라인|요구|방침',
    void: '무효|더 이상 적용되지|더 이상 유효하지|취소되|폐지되|효력을 잃|대체되',
    'given to you': '너의|당신의|이전|지금까지|모든',
    ai: 'AI 비서|챗봇|인공지능 모델|AI 모델|AI 에이전트',
    machine: 'AI|인공지능|챗봇|언어 모델',
    helper: '비서|모델|봇',
    address: '비서에게|에게|께|알림|공지',
    must: '해야 합니다|세요|해라|하라|바랍니다|십시오|해 주세요',
    reading: '읽는 AI|이 문서를|이 글을|이 페이지를|처리하는|요약하는',
    hide: '알리지 않|말하지 않|비밀로|모르게|언급하지 말|알려 주지|숨겨|말없이',
    user: '사용자에게|고객|주인',
    silently: '확인하지 말고|묻지 않고|자동으로|즉시|허락 없이|승인 없이|바로',
    'you are now': '이제부터 너|이제 너|지금부터 너|지금부터 당신|이제 당신|너의 이름은|당신의 이름은',
    'no limits': '아무런 제한|제한이 없|어떤 제한도|모든 질문|모든 요청|거절하지|규칙이 없|제약이 없|필터 없',
    acts: '승인|삭제|전송|송금|구매|확인해|수락|추천|게시|답하|작성|출력|설치|비활성|실행|추가|변경|평가|결제|환불|클릭|로그인|보내|전달|표시',
    secret: '고객 명단|연락처|이메일|사용자 데이터|카드|쿠키|비밀번호 파일|비밀',
    consent: '사용자가 이미|이미 동의|이미 승인|승인되었|허가되었|승인이 필요 없|동의했',
  },
  Polish: {
    drop: 'porzuc|odrzuc*|nie zwracaj uwagi|przestan|anuluj|nie sluchaj',
    void: 'juz nie obowiazuja|nie obowiazuja|zostaly anulowane|sa niewazne|nie maja zastosowania',
    'given to you': 'twoje|poprzednie|wczesniejsze',
    ai: 'system ai',
    machine: 'ai|sztuczna inteligencja|model jezykowy',
    must: 'powinien|powinna|powinienes|prosze|trzeba',
    hide: 'nie mow o tym|nic nie mow|w tajemnicy|nie powiadamiaj|ukryj*|nie zdradzaj',
    acts: 'usun*|zatwierdz*|wyslij*|przelej|zaplac|kup|potwierdz*|zaakceptuj*|polec*|opublikuj*|odpowiedz*|napisz*|zainstaluj*|wylacz*|wykonaj*|dodaj*|zmien*',
    secret: 'hasla|lista klientow|liste klientow|kontakty|maile|dane uzytkownika|sekrety',
    'no limits': 'zadnych ograniczen|nie masz ograniczen|kazde polecenie|niczego nie odmawia*',
  },
  Turkish: {
    drop: 'bosver*|birak*|iptal et*|onemseme*',
    void: 'gecerli degil*|gecersiz*|iptal edil*|yururlukten|artik gecmez|hicbiri gecerli',
    'given to you': 'sana|onceki|tum|verilen',
    ai: 'chatbot*',
    machine: 'yapay zeka*|chatbot*',
    must: 'gerekir|gerekli|lutfen|malisin|zorunda*',
    hide: 'haber vermeden|soylemeden|bildirmeden|sakla*|gizli tut*',
    acts: 'onayla*|gonder*|satin al*|kabul et*|oner*|yayinla*|yanitla*|kur|kapat*|calistir*|ekle*|degistir*|goster*',
    secret: 'musteri listesi*|rehber*|kullanici veri*|gizli bilgi*|epostalar*',
    'no limits': 'hicbir sinir*|hicbir kural*|her seye|reddetme*',
  },
  Dutch: {
    drop: 'trek je niets aan|laat vallen|schrap|houd je niet aan|volg niet langer',
    void: 'gelden niet meer|geldt niet meer|zijn vervallen|is vervallen|zijn ongeldig|zijn ingetrokken|zijn vervangen',
    'given to you': 'je|jouw|eerdere|vorige|alle',
    ai: 'ai-assistent*|ai-agent*|chatbot*|ai-systemen',
    machine: 'ai|chatbot*|taalmodel|ai-assistent*|ai-agent*',
    helper: 'assistenten',
    must: 'dient|dienen|hoort|graag|wordt verzocht|zou moeten|alstublieft',
    hide: 'zeg niets tegen|zonder het te melden|meld niet|houd geheim|verzwijg|zonder medeweten',
    user: 'de gebruiker|tegen de gebruiker|de klant',
    acts: 'verwijder|keur|stuur|maak over|betaal|koop|bevestig|accepteer|beveel|publiceer|antwoord|schrijf|installeer|schakel|voer|voeg|wijzig|toon|verwijderen|goedkeuren|sturen',
    secret: 'klantenlijst|contacten|wachtwoorden|mails|gebruikersgegevens|geheimen',
    'no limits': 'geen beperkingen|geen regels|geen grenzen|alles beantwoordt|nooit weigert',
  },
  Arabic: {
    drop: 'تخل عن|لا تلتزم|اترك|امح',
    void: 'لم تعد سارية|ملغاة|لم تعد صالحة|لاغية|تم الغاء',
    'given to you': 'لك|السابقة|جميع',
    ai: '',
    machine: 'الذكاء الاصطناعي',
    helper: 'وكيل|الوكيل|روبوت|النموذج|نموذج',
    address: 'ايها|الى|يا',
    must: 'ينبغي|يرجى|لا بد',
    hide: 'لا تعلم|دون علم|اخفاء|لا تبلغ',
    acts: 'احذف|واحذف|وافق|ارسل|وارسل|ادفع|اشتر|اكد|اقبل|اوص|انشر|اجب|اكتب|ثبت|عطل|نفذ|اضف|غير|حول',
    send: 'وارسل|ابعث|وابعث',
    secret: 'قائمة العملاء|جهات الاتصال|البريد|بيانات المستخدم|الاسرار',
    'no limits': 'اي قيود|لا قيود|كل الطلبات|لا ترفض',
  },
}
