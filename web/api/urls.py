"""The addresses of the API."""

from django.urls import URLPattern, path

from web.api import document, matches, me, programs, signing

urlpatterns: list[URLPattern] = [
    path("guest", signing.Guest.as_view(), name="api_guest"),
    path("token", signing.NewToken.as_view(), name="api_token"),
    path("v1/me", me.Me.as_view()),
    path("v1/me/balance", me.Wallet.as_view()),
    path("v1/me/movements", me.Movements.as_view()),
    path("v1/me/matches", matches.Matches.as_view()),
    path("v1/me/blocks", me.Blocks.as_view()),
    path("v1/me/blocks/<str:player_id>", me.Blocked.as_view()),
    path("v1/me/tokens", programs.Tokens.as_view()),
    path("v1/me/tokens/<str:token_id>", programs.OneToken.as_view()),
    path("v1/me/bots", programs.Bots.as_view()),
    path("v1/me/bots/<str:bot_id>", programs.OneBot.as_view()),
    path("v1/matches/<str:match_id>", matches.OneMatch.as_view()),
    path("v1/matches/<str:match_id>/record", matches.Record.as_view()),
    path("v1/players/<str:player_id>", me.OnePlayer.as_view()),
    path("v1/leaderboards", matches.Leaderboards.as_view()),
    path("v1/openapi.json", document.openapi, name="openapi"),
    path("docs/", document.page, name="api_docs"),
]
