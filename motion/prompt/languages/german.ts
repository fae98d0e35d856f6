import type { LanguageTerms } from './language-terms.ts'

export const GERMAN: LanguageTerms = {
  script: 'latin',
  isSpaced: true,
  words: {
    camera: 'kamera|drohne|einstellung|bildausschnitt',
    left: '(nach )?links',
    right: '(nach )?rechts',
    up: '(nach )?oben|hinauf|hoch|aufwärts|zum himmel',
    down: '(nach )?unten|hinunter|herunter|runter|abwärts|zum boden',
  },
  terms: {
    'push-in':
      '$camera _ (näher|heran|heranfahren|nähert|herangeht|vorwärts|nach vorn|nach vorne|ran), näher (heran|ran|kommen|an), heranfahr*, heranfähr*, annäherung, auf (das|die|den|ihr|sein) _ zufahren, kamerafahrt (nach vorn*|vorwärts|auf|zu)',
    'pull-out':
      '$camera _ (zurück|weg|entfernt sich|rückwärts|entfernen), zurückfahren, herausfahren, zurückweichen, kamerafahrt (zurück|nach hinten|rückwärts), rückwärtsfahrt',
    'zoom-in':
      'heranzoom*, ranzoom*, reinzoom*, hineinzoom*, zoom* _ (rein|hinein|heran|ran), zoom auf, zoome* auf, (langsamer|sanfter|schneller|rascher|leichter|ruhiger) zoom, zoomt _ auf',
    'zoom-out': 'herauszoom*, rauszoom*, wegzoom*, zoom* _ (raus|heraus|zurück|weg), zoom (raus|heraus|zurück|nach hinten)',
    'dolly-in': 'dollyfahrt (nach vorn*|vorwärts), dolly (nach vorn*|vorwärts|rein|hinein), vorwärtsfahrt, fahrt nach vorn*',
    'dolly-out': 'dollyfahrt (zurück|nach hinten|rückwärts), dolly (zurück|nach hinten|rückwärts), fahrt (zurück|nach hinten)',
    'dolly-zoom': 'vertigo-effekt, vertigoeffekt, schwindeleffekt, gegenzoom, dollyzoom',
    'pan-side':
      '(schwenk|schwenke|schwenken|schwenkt|kameraschwenk|panorama|panoramaschwenk|pan) _ $side, $camera _ (schwenk|schwenkt|dreht) _ $side, $camera $side schwenken, $side schwenken, linksschwenk $side, dreh* _ $camera _ $side',
    'pan-right': 'kameraschwenk, schwenk, panoramaschwenk, rechtsschwenk',
    'tilt-height':
      '(neig*|schwenk|schwenke|schwenken|schwenkt|kameraschwenk|kipp*|neigung) _ $height, $camera _ (neigt|kippt|schwenkt|blickt|schaut) _ $height, $camera _ $height (neigen|schwenken|kippen)',
    'tilt-up': 'vertikaler schwenk, neigung der $camera, vertikalschwenk',
    'truck-side':
      '$camera _ (fährt|gleitet|bewegt|wandert|zieht|schiebt) _ $side, (bewege*|fahre|schiebe) _ $camera _ $side, (kamerafahrt|seitfahrt|parallelfahrt|seitliche fahrt|fahrt) _ $side, $camera _ $side (fahren|gleiten|bewegen)',
    'crane-height':
      '$camera _ (fährt|bewegt|gleitet|schwebt) _ $height, (bewege*|fahre) _ $camera _ $height, (kran|kranfahrt) _ $height, $camera _ $height (fahren|bewegen)',
    rise: '$camera _ (steigt|aufsteigen|hebt sich|erhebt sich|steigen), kranfahrt, kranaufnahme, aufsteigende $camera',
    sink: '$camera _ (sinkt|senkt sich|sinken|absenken), sinkende $camera, senke _ $camera',
    'orbit-side':
      '(umkreis*|orbit|kreisfahrt|rundfahrt|umfahrt|bogen) _ $side, $camera _ (umkreist|umrundet|kreist) _ $side, kreis* um _ $side',
    orbit:
      '$camera _ (umkreist|umrundet|umkreisen|umrunden), umkreis*, umrund*, kreist um, kreisen um, kreise um, kreisfahrt, dreht sich um (das|die|den|ihn|sie), orbit um, parallaxe, parallaxeneffekt, parallaxen*, 360-grad-*',
    still:
      '(statische|starre|feste|fixe|ruhige|unbewegte|stehende) (kamera|einstellung|aufnahme), statischen (kamera|aufnahme), (kamera|einstellung) (steht still|bleibt stehen|bleibt still|bewegt sich nicht|fest|starr|statisch|ruht), (ohne|keine) kamerabewegung*, keinerlei kamerabewegung, standbild, (bewege|beweg) die kamera nicht, kamera nicht bewegen, keine bewegung der kamera',
    rain: 'regen, regnet, regnen, regnerisch, regentropfen, regenschauer, nieselregen, nieselt, wolkenbruch, platzregen, starkregen',
    snow: 'schnee, schneit, schneien, schneefall, schneeflocken, schneesturm, schneetreiben, schneegestöber',
    embers: 'funken, die glut, glimmende glut, funkenflug, glutfunken, glühende asche',
    fog: 'nebel, nebelschwaden, neblig*, dunst, dunstig*, rauch, rauchig*, bodennebel, morgennebel',
    'light-leaks': 'lichtleck*, lichteinfall, linsenreflex*, blendenfleck*, gegenlichtreflex*, sonnenreflex*, lichtflecken',
    grain: 'filmkorn, körnig*, filmkörnung, körnung, bildkorn',
    bokeh: '(unscharfe|verschwommene|schwebende|funkelnde) lichter, bokeh-effekt, bokeh-lichter, lichtpunkte im hintergrund',
    confetti: 'konfetti*, konfettiregen, luftschlangen',
    petals:
      '(blüten|blütenblätter|kirschblüten|rosenblätter|blütenblättern) _ (fallen|fallend|schweben|fliegen|wehen|tanzen|segeln|rieseln), (fallende*|fliegende*|schwebende*|wehende*) _ (blüten|blütenblätter*|kirschblüten|rosenblätter), blütenregen, blütenblätterregen',
    vignette: 'vignettierung, dunkle (ränder|ecken|rändern), randabdunklung, mit vignette, eine vignette, vignetteneffekt',
    glow: '(sanftes|weiches|zartes|leichtes|sanftem|weichem) (leuchten|glühen|strahlen), (leuchtendes|strahlendes|glühendes) licht, lichtschein, schimmer',
    letterbox: '(schwarze|schwarzen|filmische|cineastische) (balken|streifen), kinobalken, filmbalken',
    noir: 'schwarz-weiß, schwarzweiß*, schwarz weiß, schwarz und weiß',
    sepia: 'sepiaton, sepiatöne*, sepiafarben*, in sepia',
    vintage:
      '(im )?retro-stil, retrostil, vintage-stil, vintage-look, retro-look, retrolook, (alter|alten|altes) (film|filmlook|stil), altmodischer (look|stil|film), nostalgischer (look|stil), im stil alter filme, wie ein alter film, im stil der (50er|60er|70er|80er)',
    golden:
      'goldene stunde, (goldenes|goldenem|goldener|goldene|goldenen) (licht|stunde|abendlicht|abend|morgen|schein|ton|töne*|sonnenlicht), abendlicht, abendrotstimmung, sonnenuntergangslicht, sonnenuntergangsstimmung',
    moonlight: 'mondlicht, mondschein, mondlichtstimmung, amerikanische nacht, nachtstimmung',
    neon: 'neonlicht*, neonlichter*, neonfarben, neonreklame*, neonbeleuchtung, neonstil, neonschein, neon-(licht*|stil|farben)',
    'teal-orange':
      '(filmischer|cineastischer|kinoreifer|filmische|kinohafter) (look|stil|farben|ton), kinolook, kino-look, filmlook, blau und orange, türkis und orange, kinofarben',
    dream: 'traumhaft*, verträumt*, träumerisch*, ätherisch*, wie im traum, traumwelt, traumstimmung',
    warm: '(warmes|warme|warmen|warmem|warmer|wärmeres|wärmere|wärmeren) (licht|farben|töne*|farbton|stimmung|beleuchtung|farbtöne*)',
    cold: '(kaltes|kalte|kalten|kaltem|kalter|kühles|kühle|kühlen|kühlem|kühler|kältere*|kühlere*|eisige*|eisiges) (licht|farben|töne*|farbton|stimmung|beleuchtung|farbtöne*)',
    faded:
      '(verblasste*|ausgeblichene*|blasse*|ausgewaschene*|gedämpfte*|verwaschene*|entsättigte*) (farben|töne*|farbtöne*|look|farbgebung)',
    bleach: 'bleichbad*, (rauer|rauher|roher|dreckiger|schmutziger|ruppiger|rauen) (look|stil|film)',
    handheld:
      'handkamera*, aus der hand (gefilmt|gedreht), verwackelt* handkamera, dokumentarstil, dokumentarisch*, (leicht*|sanft*|dezent*|klein*) (kamerawackeln|wackeln|verwacklung*|kamerazittern), leicht (verwackelt*|wackelnd*|wackelig*), wackelkamera, schulterkamera',
    shake:
      'erdbeben, kamerawackeln, (stark*|heftig*) (wackeln|beben|erschütter*|rütteln|zittern), (kamera|bild) (wackelt|bebt|zittert|rüttelt), schüttle die kamera, erschütterung*',
    'heat-haze': 'hitzeflimmern, flimmernde (luft|hitze), flimmernder, hitzewelle*, hitzeschlieren, flirrende (luft|hitze), luft flimmert',
    ripple: 'unter wasser, unterwasser*, wasserwellen, kräuselnde*, wellen auf dem wasser, wasser kräuselt*, gekräuseltes wasser',
    sway: 'windig*, brise, der wind, den wind, starker wind, sanfter wind, leichter wind, windböe*, wiegt sich, wiegen sich, im wind, schaukelt, schaukeln, sich wiegen*, schwanken*, weht, windstoß',
    verySlow: '(sehr|ganz|extrem|äußerst|super) (langsam*|sanft|behutsam), kaum (merklich*|wahrnehmbar*), unmerklich',
    slow: 'langsam, langsame*, sanft, behutsam, gemächlich, allmählich, ruhig, ruhige (fahrt|kamerafahrt), nach und nach, sachte, sanfte (fahrt|kamerafahrt|annäherung|bewegung), sanfter (zoom|schwenk|kameraschwenk), leise, in zeitlupe',
    fast: 'schnell, schneller (zoom|schwenk|kameraschwenk), schnelle (fahrt|kamerafahrt|bewegung|annäherung), rasch, rasant*, zügig, plötzlich, dynamisch, dramatisch, ruckartig, dynamische (kamerafahrt|fahrt|bewegung)',
    'focus-left':
      '(auf der|auf die|auf) linke* (seite|bildseite), nach links, auf das linke, links (oben|unten|im bild), linken seite, (oben|unten) links',
    'focus-right':
      '(auf der|auf die|auf) rechte* (seite|bildseite), nach rechts, auf das rechte, rechts (oben|unten|im bild), rechten seite, (oben|unten) rechts',
    'focus-top': '(im|in den) oberen (teil|bereich|bildteil|rand|bildrand), oben im bild, auf den himmel, zum himmel, oberen bildrand',
    'focus-bottom':
      '(im|in den) unteren (teil|bereich|bildteil|rand|bildrand), unten im bild, im vordergrund, auf den vordergrund, unteren bildrand',
    acts: 'läuft, laufen, laufend, rennt, rennen, geht über, geht durch, gehen über, spaziert, spazieren, tanzt, tanzen, tanzend*, springt, springen, hüpft, hüpfen, lächelt, lächeln, lächelnd, lacht, lachen, weint, weinen, blinzelt, zwinkert, nickt, umarmt, umarmen, küsst, küssen, isst, essen, trinkt, trinken, schwimmt, schwimmen, fliegt, fliegen, winkt, winken, klatscht, klatschen, klettert, klettern, gähnt, kämpft, kämpfen, bellt, galoppiert, dreht (den|ihren|seinen|sich) _ (kopf|um), (hebt|öffnet|schließt|bewegt|schüttelt) (den|die|ihre|seine|ihren|seinen) (kopf|augen|hand|hände|arm|arme|mund|lippen|flügel), steht auf, setzt sich, wasser fließt',
    speaks:
      'spricht, sprechen, sprechend, redet, reden, sagt, sagen, singt, singen, singend, schreit, schreien, flüstert, flüstern, ruft, lippensynchron*, plaudert, unterhalten sich',
    sound:
      'musik, ein lied, das lied, mit ton, geräusch*, klang, klänge, tonspur, soundeffekt*, erzähler*, sprecherstimme, hintergrundmusik, melodie, vogelgezwitscher',
    appears:
      'erscheint, erscheinen, erscheine, auftauchen, taucht _ auf, taucht auf, tauchen auf, explodiert, explodieren, explosion, füge _ hinzu, füge (eine|einen|ein), hinzufügen, kommt ins bild, entsteht',
    vanishes: 'verschwindet, verschwinden, verschwinde, entferne (die|den|das), entfernen, lösche, löschen, löst sich auf, lösen sich auf',
    changes:
      'verwandelt*, verwandeln, verwandle*, wird zu, werden zu, wird zum, wird zur, ändert, verändert, verändern, altert, altern, mutiert',
    writing:
      'texte, schrift, schriftzug, untertitel, titel, überschrift, beschriftung, wasserzeichen, aufschrift, buchstaben, steht geschrieben, schreibe, titeltext, mit text',
    'refused-before':
      'kein, keine, keinen, keinem, keiner, keinerlei, ohne, nicht, nie, niemals, niemand, nichts, vermeide*, weder, noch, statt',
    'refused-after': 'nicht',
    but: 'aber, sondern, jedoch',
    nothing:
      'regenbogen*, regenmantel*, regenmäntel*, regenschirm*, regenwald*, regenjacke*, regenstiefel*, schneeleopard*, schneeeule*, schneemann*, schneekugel*, schneebedeckt*, schneeweiß*, windrad*, windräder*, windmühle*, windkraft*, windschutzscheibe, windspiel*, windhund*, ohne (zoom|zu zoomen), kein zoom, nicht zoomen, zoome nicht, nicht nur, noch einmal, noch mehr, immer noch, noch immer, nebelhorn, rauchmelder, (eine|die|der) schwarze* katze, schreibtisch*, schreibmaschine, (fester|warmer|kalter) ton, tontopf',
    mark: 'der, die, das, den, dem, des, ein, eine, einen, einem, einer, und, mit, über, auf, im, zum, zur, von, vom, für, durch, während, ist, sich, ihr, sein, wird, kamera, bei',
  },
}
