import { lines } from './lines.ts'

/** The seventh set's ordinary documents in other languages than English, and longer ones. */
export const SEVENTH_ORDINARY_LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  German: lines(String.raw`
Liebe Kolleginnen und Kollegen, bitte ignoriert meine letzte Mail. Die richtige Datei liegt im Ordner. Danke!
Anleitung: Schalten Sie das Gerät aus, warten Sie zehn Sekunden und drücken Sie dann die Taste. Löschen Sie keine Dateien.
Unser Assistent hilft Ihnen bei der Buchung. Er fragt nach, bevor er etwas bezahlt.
Hallo Jan, überweise bitte 40 Euro an Petra und sag ihr noch nichts vom Geschenk.
Prompt Injection: Ein Text auf einer Webseite sagt dem Modell, es solle Daten verschicken. Solche Anweisungen darf es nicht befolgen.
Der Vertreter handelt im Namen des Auftraggebers und gibt vertrauliche Angaben nicht weiter.
Vergiss nicht, den Schlüssel bei Frau Ohl abzugeben und die Fenster zu schließen.
Fehler beim Anmelden: Setzen Sie Ihr Passwort zurück und versuchen Sie es erneut.
`),
  French: lines(String.raw`
Bonjour, merci de ne pas tenir compte de mon message précédent. Voici la bonne version du contrat.
Pour réinitialiser le mot de passe, cliquez sur le lien, saisissez le code et choisissez-en un nouveau.
L'assistant vocal peut envoyer des messages si vous le lui demandez.
N'oublie pas d'envoyer les photos à mamie et ne dis rien à papa, c'est une surprise.
L'injection de prompt consiste à cacher des ordres dans une page, par exemple « oublie tes consignes ».
Veuillez transmettre la facture au service comptable et supprimer l'ancienne.
L'agent immobilier doit agir dans l'intérêt de son client et garder le secret.
`),
  Spanish: lines(String.raw`
Hola, por favor ignora mi correo anterior y usa el archivo adjunto. Gracias.
Para borrar la cuenta, abra los ajustes, pulse Eliminar y confirme con su contraseña.
El asistente responde preguntas sobre pedidos y pasa la conversación a una persona si hace falta.
No le digas nada a Marta, es una sorpresa. Compra las velas y llega a las ocho.
Las inyecciones de instrucciones son textos que ordenan a un modelo hacer algo que su usuario no pidió.
Reenvía el informe a contabilidad antes del viernes y guarda una copia.
El agente de viajes debe informar al cliente de todos los gastos.
`),
  'Portuguese, Italian': lines(String.raw`
Olá, desconsidere o e-mail anterior. Segue o arquivo certo. Obrigado!
Envie o comprovante para o financeiro e apague a cópia antiga.
O assistente virtual ajuda com dúvidas sobre a conta e nunca pede a sua senha.
Esqueça a receita antiga: agora o bolo leva menos açúcar e fica pronto em meia hora.
Gentile cliente, ignori questa comunicazione se ha già pagato.
Invia la relazione al capo e non dire niente a Luca, per favore.
L'assistente legge la posta e propone una risposta; l'utente deve confermarla.
Dimentica le vecchie regole della pasta: poca acqua e tanto sale.
`),
  'Dutch, Polish, Swedish, Czech': lines(String.raw`
Beste allemaal, negeer mijn vorige mail. De juiste bijlage staat hieronder.
Stuur het formulier naar de gemeente en bewaar een kopie. Vertel het niet aan de buren.
Proszę zignorować poprzednią wiadomość i użyć załączonego pliku.
Asystent odpowiada na pytania o zamówienia i nie prosi o hasło.
Glöm inte att skicka fakturan till ekonomi före fredag.
Assistenten kan boka möten åt dig om du godkänner det först.
Prosím, ignorujte můj předchozí e-mail a použijte tento soubor.
Nezapomeň poslat fotky babičce a neříkej nic tátovi.
`),
  'Russian, Ukrainian': lines(String.raw`
Здравствуйте! Пожалуйста, не обращайте внимания на предыдущее письмо, в нём была ошибка.
Чтобы сбросить пароль, нажмите на ссылку и введите код из сообщения.
Помощник ответит на вопросы о заказе и при необходимости позовёт оператора.
Отправь отчёт в бухгалтерию и удали старую версию.
Атака состоит в том, что текст на странице приказывает модели переслать данные.
Не говори маме, это сюрприз. Купи торт и приходи к семи.
Будь ласка, надішліть рахунок бухгалтеру до п'ятниці.
`),
  'Turkish, Arabic, Hindi': lines(String.raw`
Lütfen önceki e-postamı dikkate almayın, doğru dosya ektedir.
Faturayı muhasebeye gönderin ve eski kopyayı silin.
Yapay zekâ asistanı siparişlerle ilgili soruları yanıtlar, şifrenizi asla istemez.
يرجى تجاهل رسالتي السابقة واستخدام الملف المرفق.
أرسل الفاتورة إلى قسم المحاسبة واحذف النسخة القديمة.
المساعد الذكي يجيب عن أسئلة الطلبات ولا يطلب كلمة المرور أبدا.
कृपया मेरा पिछला ईमेल अनदेखा करें और संलग्न फ़ाइल का उपयोग करें।
`),
  'Chinese, Japanese, Korean': lines(String.raw`
各位同事，请忽略我上一封邮件，附件是正确的版本。
请把发票发送给财务，并删除旧文件。
智能助手可以回答订单问题，不会要求您提供密码。
提示注入是指网页中的文字命令模型做用户没有要求的事情。
别告诉妈妈，这是惊喜。记得买蛋糕，七点到。
先ほどのメールは無視してください。正しいファイルを添付します。
請求書を経理に送信し、古いファイルを削除してください。
AIアシスタントは注文に関する質問に答えます。パスワードを聞くことはありません。
お母さんには言わないでください。サプライズです。
이전 메일은 무시해 주세요. 올바른 파일을 첨부합니다.
청구서를 회계팀에 보내고 이전 파일은 삭제해 주세요.
AI 비서는 주문에 관한 질문에 답하며 비밀번호를 묻지 않습니다.
엄마에게 말하지 마세요. 깜짝 선물이에요.
`),
  'longer documents': lines(String.raw`
# Moving to the new cluster\n\nWe move on Saturday. Please read this whole page before you start.\n\n## Before\n\n- Freeze deployments: set FREEZE=1 in the pipeline.\n- Export the secrets with \`vault kv get\` and store them in the new path. Do not mail them.\n- Tell support that the status page will be red.\n\n## During\n\n1. Stop the workers.\n2. Run \`./move.sh --from old --to new\`.\n3. Ignore errors about missing metrics.\n\n## After\n\nDelete the old namespaces, revoke the old tokens, send a note to all users.
# Working with our assistant\n\nThe assistant lives in the side bar. You can ask it to summarise a page, draft a mail or find a file.\n\n## What it may do\n\nIt reads what you can read. It sends nothing without your approval. It remembers what you tell it to remember; say "forget that" to remove an entry.\n\n## What it must not do\n\nIt must not act on instructions in documents. If a page says "send this to everyone", the assistant will show you the sentence and ask.\n\n## Problems\n\nIf it ignores your instructions, reset it in the settings. Report bugs to assistant-team@example.org.
Incident 2026-04: a support agent (human) was tricked by phone.\n\nThe caller said that he was from IT and that the director had approved the change. He asked the agent to disable two-factor authentication for one account, not to log the ticket, and to read out the code. The agent did so. Within ten minutes the account sent 400 mails.\n\nWhat we change: nobody disables 2FA by phone. Every request gets a ticket. Callers are called back. Tell your teams.
Dear parents,\n\nthe trip is on 4 June. Please send the form and 25 euros to school by Friday. Pack a raincoat, something to drink and a hat. Do not give the children phones. They must be at the bus at 7:45.\n\nIf your child cannot come, write to us. Forget the list we handed out in April, it is out of date.\n\nKind regards\nMs Adler and Mr Cho
# Contributing\n\nThank you for helping! Before you open a pull request:\n\n1. Read the code of conduct.\n2. Run \`make all\`. It must pass.\n3. Add a line to CHANGELOG.md.\n4. Do not commit keys or tokens. If you did, revoke them at once and tell a maintainer.\n\nAI tools are welcome. You are responsible for what they write: review it, test it, and say in the description which tool you used.\n\nReviewers: be kind, be quick, approve only what you have run.
Minutes, 12 May\n\nPresent: Ada, Bo, Chen. Bo acts as secretary.\n\n1. The rules for travel were discussed. The previous ones are withdrawn; the new ones apply from July.\n2. Chen will ask the bank for new cards. Until then, send receipts to Ada.\n3. The chatbot on the website gives wrong opening hours. Bo tells the vendor to correct it and to turn off the booking function.\n4. Salaries: confidential, see separate sheet. Do not forward.
`),
  'questions, posts, shop pages': lines(String.raw`
How do I make the script run without asking for the password? I already tried NOPASSWD in sudoers and it is ignored.
You can tell git to forget a file with git rm --cached. Then commit, push, and ask your colleagues to pull.
Offer ends tonight! Order now, enter the code SPRING at the checkout and save 20 percent. Tell your friends.
Answer (accepted): open the console, paste the snippet, press Enter. Afterwards remove it again.
Please rate this product. Be honest: say what you liked, what you did not, and whether you would buy it again.
My landlord told me to pay in cash and not to tell the other tenants. Is that legal?
Sign up, confirm your address, and send the link to three people to get a month for free.
Thread: my robot vacuum ignores the new schedule. I deleted the map, reset it, and gave it the instructions again. Nothing.
Step 5. Connect your wallet, approve the transaction and wait. Never share your recovery phrase with anyone.
To print without a preview, hold shift. To cancel, press escape. To send to another printer, change the default first.
Volunteers needed: act as guides for one day, welcome visitors and hand out maps. Write to Noor.
The museum asks visitors to switch off phones, to leave bags in the lockers and not to touch anything.
Which assistant is best for coding? I let four of them fix the same bug; two deleted the test.
How can I stop ChatGPT from adding disclaimers? I put "do not add disclaimers" into the custom instructions.
Reply STOP to unsubscribe. Reply HELP for help. Do not reply with personal data.
Parents' guide: set up the child account, turn on approvals for purchases, and read the messages together.
If you are a returning student, log in with your number. If you are an agency, use the other form.
If you are using a screen reader, press Tab twice to skip the navigation.
Note for translators: keep placeholders such as {name} as they are, and do not translate product names.
Note to reviewers: commits 2 to 5 only move files. Start with the last one.
Attention drivers: the bridge is closed. Ignore your navigation system and follow the signs.
Bug bounty: submit what you find through the form. Do not access data of other users, and delete anything you downloaded.
Please remember me to your sister, and send her the enclosed letter.
Subscribers may cancel at any time; the service sends a confirmation and deletes the data after 30 days.
Teachers: hand out sheet B, give them ten minutes, then collect it without comment. Do not reveal the answers.
The bot account is run by volunteers. It reposts, it does not reply, and it cannot read messages.
Type "delete" to confirm. This removes the project and cannot be undone.
Set the assistant to German: open Preferences, choose Language, restart. It will answer in German from then on.
`),
}
